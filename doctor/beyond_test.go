package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/archverify/archverify/doctor"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// found is one finding as "code: message @file:line".
func found(r *doctor.Report) []string {
	list := []string{}
	for _, f := range r.Findings {
		list = append(list, string(f.Code)+": "+f.Message)
	}
	return list
}

func golden(text string) map[string]string {
	files := clinic()
	files[goldenFile] = text
	return files
}

var _ = DescribeTable("checks beyond the reference", func(files func() map[string]string, want ...string) {
	Expect(found(newWard(files()).diagnose(doctor.Options{Now: now}))).To(Equal(append([]string{}, want...)))
},
	Entry("fixture-unreadable: no JSON", func() map[string]string { return golden("{oops") },
		`fixture-unreadable: contract names a fixture that cannot be read: golden "fixtures/clinic.slots.golden.json": not JSON at line 1 column 2: invalid character 'o' at start of string (expecting '"')`),
	Entry("fixture-foreign", func() map[string]string {
		return golden(`{"capabilityId":"clinic.other","request":{"day":"2031-03-01"}}`)
	},
		"fixture-foreign: contract names a fixture that was recorded for 'clinic.other'"),
	Entry("fixture-request-invalid tells names, no values", func() map[string]string {
		return golden(`{"capabilityId":"clinic.slots","request":{"day":"tomorrow","secret":"hunter2"},"alsoRequests":[{"request":{}}]}`)
	},
		"fixture-request-invalid: its recorded request does not match the declared input: $ (expected no undeclared properties); day (expected date (YYYY-MM-DD))",
		"fixture-request-invalid: its recorded request 2 does not match the declared input: day (expected required)"),
	Entry("fixture-dates-past", func() map[string]string { return golden(`{"request":{"day":"2031-01-31"}}`) },
		"fixture-dates-past: its recorded request asks for days that have passed: day"),
	Entry("fixture-dates-past in a list, a range and a collection", func() map[string]string {
		files := edit(capabilityFile, "day: { type: date }",
			"day: { type: date }\n    days: { list: date }\n    spans: { list: date-range }\n    rooms: { collection: Stay }")
		files["stay.resource.yaml"] = "resource: { name: clinic.Stay, fields: { on: { type: date } } }\n"
		files[goldenFile] = `{"request":{"day":"2031-03-01","days":["2031-03-01","2031-01-01"],"rooms":[{"on":"2031-01-02"}],` +
			`"spans":[{"from":"2031-01-31","to":"2031-02-01"}]}}`
		return files
	}, "fixture-dates-past: its recorded request asks for days that have passed: days[1], spans[0].from, rooms[0].on"),
	Entry("fixture-dates-past names sixteen", func() map[string]string {
		files := edit(capabilityFile, "day: { type: date }", "day: { list: date }")
		files[goldenFile] = `{"request":{"day":["2031-01-01"` + strings.Repeat(`,"2031-01-01"`, 16) + `]}}`
		return files
	}, "fixture-dates-past: its recorded request asks for days that have passed: day[0], day[1], day[2], day[3], day[4], day[5], day[6], day[7], "+
		"day[8], day[9], day[10], day[11], day[12], day[13], day[14], day[15] and 1 more"),
	Entry("a request for today", func() map[string]string { return golden(`{"request":{"day":"2031-02-01"}}`) }),
	Entry("shape-stale", func() map[string]string { return edit(bindingFile, `"$.slots[].at": string`, `"$.slots[].at": number`) },
		"shape-stale: its recorded shape is not the one that the fingerprint was taken of"),
	Entry("recorded-type-contradicts", func() map[string]string { return edit(capabilityFile, "fee: { type: money", "fee: { type: text") },
		"recorded-type-contradicts: declares output.fee as text, and $.fee was recorded as object"),
	Entry("recorded-type-contradicts below a mapped field", func() map[string]string {
		files := edit(
			"slot.resource.yaml", "room: { type: text, required: false }", "room: { type: Room, required: false }\n    next: { collection: Room }\n    tags: { list: text }",
			bindingFile, "room: $.room", "room: $.room\n      next: $.next\n      tags: $.tags",
			bindingFile, `"$.slots[].room": "null"`, `"$.slots[].next": array
      "$.slots[].next[]": object
      "$.slots[].next[].door": array
      "$.slots[].room": object
      "$.slots[].room.door": object
      "$.slots[].room.floor": number
      "$.slots[].tags": array
      "$.slots[].tags[]": object`)
		files["room.resource.yaml"] = "resource: { name: clinic.Room, fields: { door: { type: text }, floor: { type: text }, inner: { type: Room, required: false } } }\n"
		return files
	},
		"shape-stale: its recorded shape is not the one that the fingerprint was taken of",
		"recorded-type-contradicts: declares output.slots.room.door as text, and $.slots[].room.door was recorded as object",
		"recorded-type-contradicts: declares output.slots.next.door as text, and $.slots[].next[].door was recorded as array",
		"recorded-type-contradicts: declares output.slots.tags as list of text, and $.slots[].tags[] was recorded as object"),
	Entry("plain-http-baseurl", func() map[string]string { return edit(bindingFile, "https://desk.example", "http://desk.example") },
		"plain-http-baseurl: baseUrl is plain http"),
	Entry("plain http to this machine", func() map[string]string { return edit(bindingFile, "https://desk.example", "http://127.0.0.9:8080/v1") }),
	Entry("plain http to this machine by name", func() map[string]string { return edit(bindingFile, "https://desk.example", "HTTP://LOCALHOST:1") }),
	Entry("plain http to a host that only begins like it", func() map[string]string {
		return edit(bindingFile, "https://desk.example", "http://localhost@desk.example")
	}, "plain-http-baseurl: baseUrl is plain http"),
	Entry("golden-orphaned", func() map[string]string {
		files := clinic()
		files["fixtures/clinic.gone.golden.json"] = "{}"
		files["fixtures/notes.json"] = "{}"
		return files
	}, "golden-orphaned: no contract names the golden file fixtures/clinic.gone.golden.json"),
)

var _ = Describe("more checks beyond the reference", func() {
	It("required-field-unmapped comes from the declaration", func() {
		r := newWard(edit(bindingFile, "      at: $.at\n", "")).diagnose(doctor.Options{Now: now})
		Expect(r.Findings).To(HaveLen(1))
		Expect(r.Findings[0].Code).To(BeEquivalentTo("required-field-unmapped"))
		Expect(r.Findings[0].Message).To(ContainSubstring("at"))
	})

	It("fixture-outside by path", func() {
		w := newWard(edit(bindingFile, "fixtures/clinic.slots.golden.json", "../elsewhere.json"))
		w.put("../elsewhere.json", `{"request":{"day":"2031-03-01"}}`)
		r := w.diagnose(doctor.Options{Now: now})
		Expect(found(r)).To(ContainElement("fixture-outside: contract names a fixture outside the manifest folder: ../elsewhere.json"))
		Expect(r.OK()).To(BeFalse())
	})

	It("fixture-outside by link", func() {
		w := newWard(clinic())
		w.put("../elsewhere.json", `{"request":{"day":"2031-03-01"}}`)
		link := filepath.Join(w.dir, goldenFile)
		Expect(os.Remove(link)).To(Succeed())
		Expect(os.Symlink("../../elsewhere.json", link)).To(Succeed())
		Expect(found(w.diagnose(doctor.Options{Now: now}))).To(Equal([]string{
			"fixture-outside: contract names a fixture outside the manifest folder: fixtures/clinic.slots.golden.json",
		}))
	})

	It("contract-old only with an age, by the injected clock", func() {
		w := newWard(clinic())
		day := 24 * time.Hour
		Expect(found(w.diagnose(doctor.Options{Now: now}))).To(BeEmpty())
		Expect(found(w.diagnose(doctor.Options{Now: now, MaxAge: 30 * day}))).To(BeEmpty())
		Expect(found(w.diagnose(doctor.Options{Now: now, MaxAge: 14 * day}))).To(Equal([]string{
			"contract-old: its answer was recorded 22 days ago, more than the allowed 14 days",
		}))
	})

	It("evidence-stale and dynamic-keys-suspected read the evidence", func() {
		w := newWard(golden(`{"capabilityId":"clinic.slots","request":{"day":"2031-03-01"},"evidence":{"v":1,"samples":1,"firstAt":"2031-01-10T00:00:00Z","lastAt":"2031-01-10T00:00:00Z",
			"fingerprints":["sha256:` + strings.Repeat("0", 64) + `"],"paths":{"$":{"object":1},"$['ann@clinic.example']":{"object":1},"$['bob@clinic.example']":{"object":1}}}}`))
		texts := found(w.diagnose(doctor.Options{Now: now}))
		Expect(texts).To(Equal([]string{
			"evidence-stale: its fingerprint is none of those that the evidence was gathered from",
			"dynamic-keys-suspected: the keys of $ are probably data: 2 keys look like data (email)",
		}))
	})

	It("dynamic-keys-suspected reads a recorded shape too, and shows no key", func() {
		files := edit(bindingFile, `      "$.slots": array`, `      "$.by": object
      "$.by.ann@clinic.example": object
      "$.by.ann@clinic.example.2031-01-02": string
      "$.slots": array`)
		texts := found(newWard(files).diagnose(doctor.Options{Now: now}))
		Expect(texts).To(ContainElement("dynamic-keys-suspected: the keys of $.by are probably data: 1 keys look like data (email)"))
		Expect(strings.Join(texts, "\n")).NotTo(ContainSubstring("ann@"))
	})

	It("dynamic-keys-suspected knows sets of codes in a recorded shape", func() {
		files := edit(bindingFile, `      "$.slots": array`, `      "$.rates": object
      "$.rates.EUR": number
      "$.rates.USD": number
      "$.names": object
      "$.names.first": string
      "$.names.last": string
      "$.slots": array`)
		texts := found(newWard(files).diagnose(doctor.Options{Now: now}))
		Expect(texts).To(ContainElement("dynamic-keys-suspected: the keys of $.rates are probably data: the keys are currency codes"))
		Expect(strings.Join(texts, "\n")).NotTo(ContainSubstring("$.names"))
	})

	It("points at the lines concerned", func() {
		r := newWard(edit(bindingFile, "https://desk.example", "http://desk.example")).diagnose(doctor.Options{})
		Expect(r.Findings[0].Pos.File).To(Equal(bindingFile))
		Expect(r.Findings[0].Pos.Line).To(Equal(8))
	})

	It("points at the member of the capability concerned", func() {
		r := newWard(edit(capabilityFile, "  provider: desk\n", "  provider: desk\n  lifecycle: experimental\n")).diagnose(doctor.Options{})
		Expect(r.Findings[0].Code).To(BeEquivalentTo("experimental-capability"))
		Expect(r.Findings[0].Pos.File).To(Equal(capabilityFile))
		Expect(r.Findings[0].Pos.Line).To(Equal(6))
	})
})
