package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/termtext"
)

func (a *app) fingerprintCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "fingerprint [file]",
		Short:   "Print the shape of a JSON document and its fingerprint",
		GroupID: groupKeep,
		Long: "Prints the fingerprint of a JSON document and the shape behind it: every path with its type, never a value. " +
			"It reads the file, or standard input when none or - is given. What is not JSON counts as one text, what is empty as no body.",
		Example: "  archverify fingerprint answer.json\n  curl -s https://api.example.com/v1/bikes | archverify fingerprint --json\n",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &commandError{c.Name(), usage("takes one file, and %q was given as well: %s", args[1], c.UseLine())}
			}
			return nil
		},
		RunE: a.run(func(_ context.Context, args []string) (int, error) {
			result, err := a.shapeOf(args)
			if err != nil {
				return 0, err
			}
			if asJSON {
				_, _ = a.out.Write(termtext.JSON(shapeJSON(result)))
				return finding.ExitOK, nil
			}
			a.shapeText(result)
			return finding.ExitOK, nil
		}),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print {fingerprint, shape, mapFingerprint} as one JSON document")
	return c
}

// shapeOf scans the named file or standard input.
func (a *app) shapeOf(args []string) (*fingerprint.Result, error) {
	name, in := "standard input", a.in
	if len(args) == 1 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, fmt.Errorf("read document: %w", err)
		}
		defer func() { _ = f.Close() }()
		name, in = args[0], f
	}
	result, err := fingerprint.Scan(in, fingerprint.Options{})
	var syntax *fingerprint.SyntaxError
	if errors.As(err, &syntax) {
		a.err.printf("archverify: %s is %v; it counts as one text\n", termtext.Safe(name), syntax)
		_, err = io.Copy(io.Discard, in) // whoever writes into the pipe shall not break
		result = fingerprint.Text()
	}
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", name, err)
	}
	return result, nil
}

func (a *app) shapeText(r *fingerprint.Result) {
	style := a.style(a.out)
	a.out.printf("%s\n", r.Fingerprint())
	for _, p := range uniquePaths(r.Shape()) {
		a.out.printf("%s  %s\n", style.Text(p.Path), p.Type)
	}
}

// uniquePaths keeps one pair a path: the first one's place, the last one's type.
func uniquePaths(shape fingerprint.Shape) fingerprint.Shape {
	at := make(map[string]int, len(shape))
	out := make(fingerprint.Shape, 0, len(shape))
	for _, p := range shape {
		if i, seen := at[p.Path]; seen {
			out[i].Type = p.Type
			continue
		}
		at[p.Path] = len(out)
		out = append(out, p)
	}
	return out
}

func shapeJSON(r *fingerprint.Result) []byte {
	shape := r.Shape()
	out := append([]byte(`{"fingerprint":"`), r.Fingerprint()...)
	out = append(out, `","shape":{`...)
	for i, p := range uniquePaths(shape) {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPath(out, p.Path)
		out = append(append(append(out, `:"`...), p.Type...), '"')
	}
	out = append(append(out, `},"mapFingerprint":"`...), shape.Fingerprint()...)
	return append(out, "\"}\n"...)
}

// appendPath writes a path as a JSON string. Half of a surrogate pair, which a
// key may consist of, is kept as the escape that it came from.
func appendPath(dst []byte, path string) []byte {
	dst = append(dst, '"')
	from := 0
	plain := func(to int) {
		quoted := finding.AppendJSONString(nil, path[from:to])
		dst = append(dst, quoted[1:len(quoted)-1]...)
	}
	for i := 0; i+2 < len(path); i++ {
		if path[i] != 0xED || path[i+1] < 0xA0 {
			continue
		}
		plain(i)
		unit := 0xD000 | int(path[i+1]&0x3F)<<6 | int(path[i+2]&0x3F)
		dst = fmt.Appendf(dst, `\u%04x`, unit)
		i += 2
		from = i + 1
	}
	plain(len(path))
	return append(dst, '"')
}
