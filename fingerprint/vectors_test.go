package fingerprint_test

import (
	"bytes"
	"errors"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/sharedtest"
)

// lines reads a file of vectors with our own decoder, which keeps lone
// surrogates in names and texts.
func lines(name string) []fingerprint.Value {
	data, err := os.ReadFile(sharedtest.File(GinkgoT(), "conformance/vectors/"+name))
	Expect(err).NotTo(HaveOccurred())
	var out []fingerprint.Value
	for line := range bytes.Lines(data) {
		r, err := fingerprint.ScanBytes(bytes.TrimSpace(line), fingerprint.Options{Keep: true})
		Expect(err).NotTo(HaveOccurred())
		out = append(out, r.Root())
	}
	return out
}

// asMap folds a shape as a map does: the later of equal paths wins.
func asMap(s fingerprint.Shape) map[string]string {
	m := map[string]string{}
	for _, p := range s {
		m[p.Path] = string(p.Type)
	}
	return m
}

func shapeOf(v fingerprint.Value) map[string]string {
	m := map[string]string{}
	for path, word := range v.Members() {
		m[path] = word.Str()
	}
	return m
}

// bodyOf undoes the vectors' spelling: a lone surrogate inside the document's
// text can only be an escape there.
func bodyOf(v fingerprint.Value) []byte {
	return []byte(v.Str())
}

var _ = Describe("reference vectors", func() {
	It("VR4.1–VR4.10 fingerprint.jsonl: every document", func() {
		vectors := lines("fingerprint.jsonl")
		Expect(len(vectors)).To(BeNumerically(">=", 164))
		for _, v := range vectors {
			By(v.Member("name").Str())
			for _, scan := range []func([]byte) (*fingerprint.Result, error){inMemory, streamed} {
				r, err := scan(bodyOf(v.Member("json")))
				Expect(err).NotTo(HaveOccurred())
				Expect(r.Fingerprint()).To(Equal(v.Member("fingerprint").Str()))
				Expect(r.Shape().Fingerprint()).To(Equal(v.Member("mapFingerprint").Str()))
				if want := v.Member("shape"); want.Exists() {
					Expect(asMap(r.Shape())).To(Equal(shapeOf(want)))
				}
			}
		}
	})

	It("VR4.1 bodies.jsonl: what is not plain JSON", func() {
		for _, v := range lines("bodies.jsonl") {
			By(v.Member("name").Str())
			r, err := inMemory(bodyOf(v.Member("body")))
			if strings.HasPrefix(v.Member("treatedAs").Str(), "text") {
				var syntax *fingerprint.SyntaxError
				Expect(errors.As(err, &syntax)).To(BeTrue())
				r = fingerprint.Text()
			} else {
				Expect(err).NotTo(HaveOccurred())
			}
			Expect(r.Fingerprint()).To(Equal(v.Member("fingerprint").Str()))
			Expect(asMap(r.Shape())).To(Equal(shapeOf(v.Member("shape"))))
		}
	})

	It("VR4.13–VR4.17 shapediff.jsonl: difference and sentence", func() {
		vectors := lines("shapediff.jsonl")
		Expect(len(vectors)).To(BeNumerically(">=", 18))
		for _, v := range vectors {
			By(v.Member("name").Str())
			recorded, err := inMemory(bodyOf(v.Member("recorded")))
			Expect(err).NotTo(HaveOccurred())
			live, err := inMemory(bodyOf(v.Member("live")))
			Expect(err).NotTo(HaveOccurred())
			d := fingerprint.DiffShapes(recorded.Shape(), live.Shape())
			Expect(d.Summary()).To(Equal(v.Member("summary").Str()))
			Expect(!d.Empty()).To(Equal(v.Member("drift").Bool()))
			Expect(recorded.Fingerprint() != live.Fingerprint()).To(Equal(v.Member("fingerprintChanged").Bool()))
			Expect(diffJSON(d)).To(MatchJSON(v.Member("diff").JSON()))
		}
	})
})

func inMemory(body []byte) (*fingerprint.Result, error) {
	return fingerprint.ScanBytes(body, fingerprint.Options{})
}

func streamed(body []byte) (*fingerprint.Result, error) {
	return fingerprint.Scan(bytes.NewReader(body), fingerprint.Options{})
}

func diffJSON(d fingerprint.ShapeDiff) string {
	q := func(s string) string { return `"` + s + `"` }
	pairs := func(ps []fingerprint.Pair) string {
		var out []string
		for _, p := range ps {
			out = append(out, `{"path":`+q(p.Path)+`,"type":`+q(string(p.Type))+`}`)
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	var moved []string
	for _, r := range d.Retyped {
		moved = append(moved, `{"path":`+q(r.Path)+`,"from":`+q(string(r.From))+`,"to":`+q(string(r.To))+`}`)
	}
	return `{"added":` + pairs(d.Added) + `,"removed":` + pairs(d.Removed) + `,"retyped":[` + strings.Join(moved, ",") + `]}`
}
