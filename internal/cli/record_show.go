package cli

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// moreLines is how many lines of one kind are shown before the rest is counted.
const moreLines = 20

// show prints what would land, before anything does.
func (r *recording) show(m *manifest.Manifest, result *replay.Recording) error {
	if r.json || r.shown {
		return nil
	}
	r.shown = true
	style := r.style(r.out)
	r.out.printf("\n%s\n", style.Wrap("", "  ", style.Text("archverify record "+m.Dir)))
	clean := r.scrubber()
	for i := range result.Items {
		r.out.printf("%s", clean(recordedText(m.Dir, &result.Items[i], style)))
	}
	return nil
}

// scrubber takes out of a text what a backend repeated of the values it was sent.
func (r *recording) scrubber() func(string) string {
	return redact.New(resolved(r.asked)).String
}

// finish prints what was recorded; the items only if nothing landed.
func (r *recording) finish(m *manifest.Manifest, result *replay.Recording) error {
	if r.json {
		text, err := jsonText(recordDocument(result))
		r.out.printf("%s", r.scrubber()(text))
		return err
	}
	if err := r.show(m, result); err != nil {
		return err
	}
	style := r.style(r.out)
	r.out.printf("\n")
	for _, name := range result.Files {
		r.out.printf("%s", style.Wrap("  wrote ", "    ", style.Text(place(m.Dir, finding.Position{}, name))))
	}
	for _, w := range result.Warnings {
		r.out.printf("%s", style.Wrap("  warning: ", "    ", style.Text(w)))
	}
	if len(result.Files)+len(result.Warnings) > 0 {
		r.out.printf("\n")
	}
	r.out.printf("%s", style.Wrap("", "  ", style.Text(recordSummary(result))))
	return nil
}

func recordSummary(result *replay.Recording) string {
	counts := map[replay.RecordStatus]int{}
	for _, item := range result.Items {
		counts[item.Status]++
	}
	if len(result.Items) == 0 {
		return "nothing to record: every read capability that is bound has a recording (name one and pass --force to replace it)"
	}
	parts := []string{fmt.Sprintf("%d of %d recorded", counts[replay.RecordDone], len(result.Items))}
	for _, s := range []struct {
		status replay.RecordStatus
		text   string
	}{
		{replay.RecordSame, "unchanged"}, {replay.RecordRefused, "refused"},
		{replay.RecordNotAsked, "unverified"}, {replay.RecordNeedsRequest, "without a request"},
	} {
		if n := counts[s.status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.text))
		}
	}
	return strings.Join(parts, ", ")
}

// recordedText is one capability: how it went, and what a person should see of it.
func recordedText(dir string, item *replay.Recorded, style termtext.Style) string {
	var b strings.Builder
	line := func(indent, text string) { b.WriteString(style.Wrap(indent, indent+"  ", style.Text(text))) }
	mark, head := recordedHead(item, style.Glyphs())
	b.WriteString(style.Wrap("  "+mark+" ", "      ", style.Text(item.Tool.ID+" — "+head)))
	if item.Status != replay.RecordDone && item.Position.Known() {
		line("      ", place(dir, item.Position, ""))
	}
	if item.Status == replay.RecordNeedsRequest {
		line("      ", "fill in, and record with --request: "+item.Template.JSON())
	}
	for _, f := range item.Findings {
		line("      ", string(f.Severity)+" "+string(f.Code)+": "+f.Message)
	}
	if item.Replaces && item.Status != replay.RecordSame {
		diffLines(line, item.Diff)
	}
	for _, c := range item.Candidates {
		line("      ", fmt.Sprintf("keys of %s look like data (%d keys, %s); confirm with --map '%s'", termtext.Name(c.Path), c.Keys, c.Reason, termtext.Name(c.Path)))
	}
	for _, note := range item.Notes {
		line("      ", "note: "+note)
	}
	return b.String()
}

func recordedHead(item *replay.Recorded, g termtext.Glyphs) (mark, text string) {
	detail := ""
	if item.Detail != "" {
		detail = ": " + item.Detail
	}
	switch item.Status {
	case replay.RecordDone:
		return g.Green, "recorded " + short(item.Fingerprint) + detail
	case replay.RecordSame:
		return g.Green, "unchanged" + detail
	case replay.RecordRefused:
		return g.Red, "refused: " + string(item.Code) + detail
	case replay.RecordNotAsked:
		return g.Unverified, string(item.Reason) + detail
	}
	return g.Unverified, "needs a request" + detail
}

// short is the part of a fingerprint that people compare.
func short(fingerprint string) string {
	if len(fingerprint) > 19 {
		return fingerprint[:19] + "…"
	}
	return fingerprint
}

func diffLines(line func(indent, text string), d fingerprint.ShapeDiff) {
	var lines []string
	for _, p := range d.Added {
		lines = append(lines, "+ "+termtext.Name(p.Path)+" ("+string(p.Type)+")")
	}
	for _, p := range d.Removed {
		lines = append(lines, "- "+termtext.Name(p.Path)+" ("+string(p.Type)+")")
	}
	for _, p := range d.Retyped {
		lines = append(lines, "~ "+termtext.Name(p.Path)+" ("+string(p.From)+" → "+string(p.To)+")")
	}
	if len(lines) == 0 {
		line("      ", "replaces a recording of the same shape")
		return
	}
	line("      ", "replaces a recording; the shape differs:")
	for i, text := range lines {
		if i == moreLines {
			line("        ", fmt.Sprintf("and %d more", len(lines)-i))
			return
		}
		line("        ", text)
	}
}
