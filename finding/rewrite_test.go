package finding_test

import (
	"reflect"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
)

// fill puts the same text into every string of a value, except those that are
// named: what is left over after rewriting was forgotten.
func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), text)
	case reflect.String:
		v.SetString(text)
	}
}

// strings left over, by the name of their field.
func holding(v reflect.Value, name, text string, into map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			holding(v.Elem(), name, text, into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			holding(v.Field(i), v.Type().Name()+"."+v.Type().Field(i).Name, text, into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			holding(v.Index(i), name, text, into)
		}
	case reflect.String:
		if strings.Contains(v.String(), text) {
			into[name] = true
		}
	}
}

var _ = Describe("promise 11: rewriting", func() {
	It("reaches every text but those that no backend has a part in", func() {
		var s finding.Subject
		fill(reflect.ValueOf(&s).Elem(), "SECRET")
		run := &finding.Run{Command: "verify", Subjects: []finding.Subject{s}, Warnings: []string{"SECRET"}}
		run.Seal(finding.Bar{})
		run.Rewrite(func(t string) string { return strings.ReplaceAll(t, "SECRET", "${X}") })
		left := map[string]bool{}
		holding(reflect.ValueOf(run).Elem(), "", "SECRET", left)
		names := []string{}
		for name := range left {
			names = append(names, name)
		}
		Expect(names).To(ConsistOf(
			"Subject.ID", "Subject.Run", "Subject.Command", "Subject.Kind", "Subject.Effect", "Subject.Outcome", "Subject.Reason",
			"Subject.RecordedFingerprint", "Subject.ObservedFingerprint", "Subject.VerifiedAt",
			"Position.File", "Past.At", "Past.Commit", "Past.Outcome", "Past.Reason",
			"Finding.Code", "Finding.Severity", "Finding.From", "Finding.To", "Finding.DeclaredSeverity", "Finding.State", "Finding.PairedWith",
			"Request.Method", "Variable.Name", "ShapeNode.Recorded", "ShapeNode.Live", "ShapeNode.State",
			"DriftEntry.Type", "Retype.From", "Retype.To",
		))
	})

	It("keeps pairs together, and merges what has become the same", func() {
		a, b := found(finding.Lost, finding.Yellow, "$.SECRET"), found(finding.Gained, finding.Yellow, "$.other")
		a.PairedWith, b.PairedWith = finding.Identify("verify", "s", b), finding.Identify("verify", "s", a)
		c, d := found(finding.Thin, finding.Note, "$.SECRET"), found(finding.Thin, finding.Note, "$.${X}")
		run := sealed(finding.Bar{}, subject("s", "", a, b, c, d))
		run.Rewrite(func(t string) string { return strings.ReplaceAll(t, "SECRET", "${X}") })
		findings := run.Subjects[0].Findings
		Expect(findings).To(HaveLen(3))
		Expect(findings[0].PairedWith).To(Equal(findings[1].Identity))
		Expect(findings[1].PairedWith).To(Equal(findings[0].Identity))
		Expect(run.Summary.Findings.Note).To(Equal(1))
	})
})
