package replay

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// prepare decides offline what a target is asked. What stands against it is in
// its out; an error is usage.
func (r *recorder) prepare(t *target) error {
	switch {
	case !t.tool.Bound():
		t.out.refuse(RecordUnbound, "it has no binding; nothing says how to ask for it")
	case !r.options().mayAsk(t.tool):
		t.out.refuse(RecordNotRead, "its effect is %s, and recording is a real invocation; only read is recorded without --sandbox", t.tool.Effect)
	}
	if t.out.Status == "" {
		r.findGolden(t)
	}
	if t.out.Status == "" {
		r.checkMode(t)
	}
	if t.out.Status != "" {
		return nil
	}
	inputs, err := r.inputs(t)
	if err != nil || t.out.Status != "" {
		return err
	}
	if refusal := denied(t.tool, r.Caller); refusal != nil {
		t.out.notAsked(refusal)
		return nil
	}
	for _, n := range inputs {
		q, refusal := r.options().question(t.tool, n.input)
		if refusal != nil {
			t.out.notAsked(refusal)
			return nil
		}
		q.Number = n.number
		t.asks = append(t.asks, &ask{Question: q})
	}
	return nil
}

// findGolden decides where the golden goes and reads the one that is there.
func (r *recorder) findGolden(t *target) {
	name := path.Join("fixtures", t.tool.ID+".golden.json")
	if t.tool.Contract != nil {
		name = t.tool.Contract.ProbeFixture
		t.out.Position = t.tool.Contract.FixturePos
	}
	clean, err := goldenPlace(name)
	if err != nil {
		t.out.refuse(RecordGoldenPlace, "golden %q: %v", name, err)
		return
	}
	t.out.Golden = clean
	info, err := fs.Stat(r.files, clean)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.missing = true
		return
	case err != nil:
		t.out.refuse(RecordGoldenPlace, "golden %q: cannot be read: %v", name, innerError(err))
		return
	case !info.Mode().IsRegular():
		t.out.refuse(RecordGoldenPlace, "golden %q: it is not a regular file", name)
		return
	}
	switch t.old, err = ReadGolden(r.files, clean); {
	case err != nil && !r.Force:
		t.out.refuse(RecordGoldenUnreadable, "%v", err)
	case err != nil:
		t.out.Notes = append(t.out.Notes, "the broken golden is replaced; what people had added to it is gone")
	}
}

// refuseShared refuses goldens that two capabilities would write over.
func (r *recorder) refuseShared(targets []*target) {
	owners := map[string][]string{}
	for _, tool := range r.manifest.IR.Tools {
		if tool.Contract == nil {
			continue
		}
		if clean, err := insidePath(tool.Contract.ProbeFixture); err == nil {
			owners[clean] = append(owners[clean], tool.ID)
		}
	}
	for _, t := range targets {
		others := slices.ContainsFunc(owners[t.out.Golden], func(id string) bool { return id != t.tool.ID })
		if others && t.out.Status == "" {
			t.asks = nil
			t.out.refuse(RecordGoldenPlace, "golden %q belongs to another capability as well; each needs its own", t.out.Golden)
		}
	}
}

// goldenPlace cleans a golden's path as authored and refuses places where a
// file that a manifest names must not be written: outside the folder, over a
// document of the manifest, and in hidden folders such as .git.
func goldenPlace(name string) (string, error) {
	clean, err := insidePath(name)
	if err != nil {
		return "", err
	}
	for _, part := range strings.Split(clean, "/") {
		if strings.HasPrefix(part, ".") {
			return "", errors.New("it is hidden; goldens are written to plain folders only")
		}
	}
	if ext := strings.ToLower(path.Ext(clean)); ext == ".yaml" || ext == ".yml" {
		return "", errors.New("it looks like a document of the manifest; a golden is a JSON file")
	}
	return clean, nil
}

// checkMode refuses what merging and adding evidence need and is not there.
func (r *recorder) checkMode(t *target) {
	if !r.Merge && !r.EvidenceOnly {
		return
	}
	switch {
	case t.tool.Contract == nil:
		t.out.refuse(RecordMissing, "nothing was recorded for it yet; record it first")
	case t.old == nil:
		t.out.refuse(RecordMissing, "its golden %q is not there; record it again with --force", t.out.Golden)
	case r.EvidenceOnly && t.old.Evidence != nil:
		t.out.Status, t.out.Detail = RecordSame, "it has evidence already; --merge adds to it"
	}
}

// numbered is an input and the number of its request.
type numbered struct {
	number int
	input  Input
}

// addsOnly reports whether a target only gets further requests.
func (r *recorder) addsOnly(t *target) bool {
	return len(r.Also) > 0 && r.Request == nil && !r.Force && t.tool.Contract != nil && t.old != nil
}

// inputs decides what is asked: the request given, or else the recorded one, or
// else {} when nothing is required; then the recorded and the given further ones.
func (r *recorder) inputs(t *target) ([]numbered, error) {
	var all []numbered
	recorded := 1
	if t.old != nil {
		recorded += len(t.old.Also)
	}
	if !r.addsOnly(t) {
		first, err := r.firstInput(t)
		if err != nil || t.out.Status != "" {
			return nil, err
		}
		all = append(all, numbered{1, first})
		for n := 2; n <= recorded; n++ {
			input, _, _ := t.old.Question(n)
			all = append(all, numbered{n, input})
		}
	}
	for i, input := range r.Also {
		if err := fits(r.manifest, t.tool, input); err != nil {
			return nil, err
		}
		if r.knows(t, all, input) {
			t.out.Notes = append(t.out.Notes, "a further request is recorded already: "+input.JSON())
			continue
		}
		all = append(all, numbered{recorded + 1 + i, input})
	}
	if len(all) == 0 {
		t.out.Status, t.out.Detail = RecordSame, "every request given is recorded already"
	}
	return renumbered(all, recorded), nil
}

// renumbered closes the gaps that known further requests left.
func renumbered(all []numbered, recorded int) []numbered {
	next := recorded + 1
	for i := range all {
		if all[i].number > recorded {
			all[i].number = next
			next++
		}
	}
	return all
}

func (r *recorder) knows(t *target, asked []numbered, input Input) bool {
	for _, n := range asked {
		if n.input.Equal(input) {
			return true
		}
	}
	if t.old == nil || !r.addsOnly(t) {
		return false
	}
	for n := 1; ; n++ {
		known, _, ok := t.old.Question(n)
		if !ok {
			return false
		}
		if known.Equal(input) {
			return true
		}
	}
}

func (r *recorder) firstInput(t *target) (Input, error) {
	if r.Request != nil {
		if err := fits(r.manifest, t.tool, *r.Request); err != nil {
			return Input{}, err
		}
		return *r.Request, nil
	}
	input := Input{}
	if t.old != nil {
		input = t.old.Request
	}
	problem := fits(r.manifest, t.tool, input)
	if problem == nil {
		return input, nil
	}
	t.out.Status = RecordNeedsRequest
	t.out.Template = Template(r.manifest.IR, t.tool, input)
	t.out.Detail = "fill in the template and pass it with --request or --input"
	if t.old != nil {
		t.out.Detail = "the recorded request no longer fits the declaration (" + problemText(problem.Problems, problem.Truncated) + "); pass a new one with --request or --input"
	}
	return Input{}, nil
}
