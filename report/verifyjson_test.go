package report_test

import (
	"bytes"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

var _ = Describe("the JSON document of verify", func() {
	document := func(run *finding.Run) []byte {
		GinkgoHelper()
		out, err := report.VerifyJSON(run, false)
		Expect(err).NotTo(HaveOccurred())
		return out
	}

	It("is one line of the reference's members, then ours", func() {
		expectGolden("verify.json", document(sample()))
		Expect(bytes.Count(document(sample()), []byte("\n"))).To(Equal(1))
	})

	It("VR6.5 keeps the reference's member order", func() {
		var order []string
		dec := json.NewDecoder(bytes.NewReader(document(sample())))
		depth := 0
		for key := true; ; {
			tok, err := dec.Token()
			if err != nil {
				break
			}
			switch v := tok.(type) {
			case json.Delim:
				if v == '{' || v == '[' {
					depth++
				} else {
					depth--
				}
				key = depth == 1
				continue
			case string:
				if depth == 1 && key {
					order = append(order, v)
				}
			}
			if depth == 1 {
				key = !key
			}
		}
		Expect(order).To(Equal([]string{"results", "skipped", "sandbox", "unverified", "summary", "schemaVersion", "tool"}))
	})

	It("holds arrays, never null, when nothing is in them", func() {
		run := &finding.Run{Command: "verify"}
		run.Seal(finding.Bar{})
		Expect(string(document(run))).To(HavePrefix(`{"results":[],"skipped":[],"sandbox":false,"unverified":[],"summary":{"green":0,"yellow":0,"red":0,"unverified":0,"skipped":0,"findings":{"red":0,"yellow":0,"note":0}}`))
	})

	It("VR0.12 leaves <, >, &, U+2028 and the like raw, and survives broken UTF-8", func() {
		run := calm()
		run.Subjects[0].Detail = "<a> & \u2028 \x1b \u00e9 \xff"
		Expect(string(document(run))).To(ContainSubstring("\"detail\":\"<a> & \u2028 \\u001b \u00e9 \ufffd\""))
	})

	It("carries drift with the reference's members and policyDenied before it", func() {
		run := calm()
		run.Subjects[0].PolicyDenied = true
		run.Subjects[0].Drift = &finding.Drift{Added: []finding.DriftEntry{{Path: "$.a", Type: "string"}}}
		Expect(string(document(run))).To(ContainSubstring(`,"policyDenied":true,"drift":{"added":[{"path":"$.a","type":"string"}],"removed":[],"retyped":[]},"findings":[]`))
	})
})
