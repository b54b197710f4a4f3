package report_test

import "github.com/archverify/archverify/finding"

func at(file string, line, column int) *finding.Position {
	return &finding.Position{File: file, Line: line, Column: column, EndLine: line, EndColumn: column + 12}
}

// sample is a verify run of an invented bakery that has everything in it.
func sample() *finding.Run {
	run := &finding.Run{
		Tool: finding.Tool{Name: "archverify", Version: "1.2.3"}, Command: "verify", Manifest: "./crumbs",
		Root: "services/crumbs", At: "2031-05-06T07:08:09Z", Commit: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
		Subjects: []finding.Subject{loaves(), orders(), ovens(), tills("bakery.list-tills"), tills("bakery.read-till"), bake(), recipes()},
		Warnings: []string{"the credential for ${LEDGER_URL} travels over plain http"},
	}
	run.Summary.WithoutContract = 2
	run.Seal(finding.Bar{})
	return run
}

func loaves() finding.Subject {
	return finding.Subject{
		ID: "bakery.find-loaves", Kind: finding.SubjectCapability, Effect: "read",
		Detail:   `required field "price" is missing (+2 more)`,
		Position: at("bindings/find-loaves.binding.yaml", 1, 1),
		Findings: []finding.Finding{
			{
				Code: finding.RequiredMissing, Severity: finding.Red, Path: "$.loaves[].price", Field: "loaves.price",
				From: "number", Rows: 3, Of: 12, Message: `required field "price" is missing`,
				Hint:     "Ask the backend team for the field, or map it from $.loaves[].cost.",
				Position: at("bindings/find-loaves.binding.yaml", 14, 7),
			},
			{
				Code: finding.Gained, Severity: finding.Yellow, Path: "$.loaves[].cost", To: "number", Rows: 3, Of: 12,
				Message: "the answer gained a field", Hint: "Record again when it is meant to stay.",
				Position: at("bindings/find-loaves.binding.yaml", 20, 3),
			},
			{Code: finding.RetriedRequest, Severity: finding.Note, Path: "$", Message: "answered only after 1 retry"},
		},
		Requests: []finding.Request{{
			Method: "POST", URL: "${BAKERY_URL}/v2/loaves", Status: 200, Attempts: 2,
			Headers:   []finding.Header{{Name: "authorization", Value: "Bearer ${BAKERY_TOKEN}"}},
			Variables: []finding.Variable{{Name: "BAKERY_TOKEN", Host: "${BAKERY_URL}"}},
		}},
		Shape: []finding.ShapeNode{
			{Path: "$", Recorded: "object", Live: "object"},
			{Path: "$.loaves", Recorded: "array", Live: "array", Field: "loaves"},
			{Path: "$.loaves[]", Recorded: "object", Live: "object"},
			{Path: "$.loaves[].cost", Live: "number", State: finding.Gained},
			{Path: "$.loaves[].name", Recorded: "string", Live: "string", Field: "loaves.name"},
			{Path: "$.loaves[].price", Recorded: "number", State: finding.RequiredMissing, Field: "loaves.price"},
			{Path: "$.page", Recorded: "number", Live: "number"},
		},
		RecordedFingerprint: "sha256:11", ObservedFingerprint: "sha256:22",
	}
}

func orders() finding.Subject {
	return finding.Subject{
		ID: "bakery.read-order", Kind: finding.SubjectCapability, Effect: "read",
		Detail:           "the strings left their recorded format",
		Position:         at("bindings/read-order.binding.yaml", 1, 1),
		UndeclaredNested: []string{"customer.vat", "customer.note"},
		Findings: []finding.Finding{
			{
				Code: finding.FormatChanged, Severity: finding.Yellow, Path: "$.due", From: "date", To: "date-time",
				Message: "the strings left their recorded format", Position: at("bindings/read-order.binding.yaml", 9, 5),
			},
			{Code: finding.UndeclaredNestedOf, Severity: finding.Note, Path: "$.customer", Message: "2 nested keys are not declared"},
		},
		Requests: []finding.Request{{Method: "GET", URL: "${BAKERY_URL}/v2/orders/77", Status: 200, Attempts: 1}},
		Shape: []finding.ShapeNode{
			{Path: "$", Recorded: "object", Live: "object"},
			{Path: "$.due", Recorded: "string", Live: "string", State: finding.FormatChanged, Field: "due"},
		},
		ObservedFingerprint: "sha256:33",
	}
}

func ovens() finding.Subject {
	return finding.Subject{
		ID: "bakery.list-ovens", Kind: finding.SubjectCapability, Effect: "read", Outcome: finding.OutcomeGreen,
		Detail: "fingerprint unchanged, mapping OK", Position: at("bindings/list-ovens.binding.yaml", 1, 1),
		Requests:            []finding.Request{{Method: "GET", URL: "${BAKERY_URL}/v2/ovens", Status: 200, Attempts: 1}},
		Shape:               []finding.ShapeNode{{Path: "$", Recorded: "array", Live: "array"}, {Path: "$[]", Recorded: "object", Live: "object"}},
		ObservedFingerprint: "sha256:44",
	}
}

func tills(id string) finding.Subject {
	return finding.Subject{
		ID: id, Kind: finding.SubjectCapability, Effect: "read", Outcome: finding.OutcomeUnverified, Attempts: 3,
		Reason: finding.Refused, Detail: "could not connect to ${LEDGER_URL}: connection refused",
		Position: at("connectors/ledger.connector.yaml", 4, 3),
		Requests: []finding.Request{{Method: "GET", URL: "${LEDGER_URL}/tills", Attempts: 3}},
	}
}

func bake() finding.Subject {
	return finding.Subject{
		ID: "bakery.bake-loaf", Kind: finding.SubjectCapability, Effect: "write", Outcome: finding.OutcomeSkipped,
		Detail: "not replayed: effect is `write`, and a replay would repeat it", Position: at("bindings/bake-loaf.binding.yaml", 1, 1),
	}
}

func recipes() finding.Subject {
	s := ovens()
	s.ID, s.Position = "bakery.list-recipes", at("bindings/list-recipes.binding.yaml", 1, 1)
	return s
}

// calm is a run in which all is well.
func calm() *finding.Run {
	run := sample()
	run.Subjects = []finding.Subject{ovens(), recipes()}
	run.Warnings = nil
	run.Summary.WithoutContract = 0
	run.Seal(finding.Bar{})
	return run
}

// changes is a diff run: resources and the manifest are subjects as well.
func changes() *finding.Run {
	run := &finding.Run{
		Tool: finding.Tool{Name: "archverify", Version: "1.2.3"}, Command: "diff", Manifest: "crumbs", Root: "services/crumbs",
		Subjects: []finding.Subject{
			{
				ID: "bakery.find-loaves", Kind: finding.SubjectCapability,
				Findings: []finding.Finding{
					{Code: "input-required-added", Severity: finding.Red, Path: "input.day", To: "date", Message: `input "day" became required`, Hint: "Give it a default, or make it optional.", Position: at("capabilities.yaml", 12, 5)},
					{Code: "summary-changed", Severity: finding.Note, Path: "summary", Message: "the summary changed", Position: at("capabilities.yaml", 4, 5)},
				},
			},
			{
				ID: "loaf", Kind: finding.SubjectResource,
				Findings: []finding.Finding{{
					Code: "field-optional", Severity: finding.Yellow, Path: "fields.crust", From: "required", To: "optional",
					Message: `field "crust" became optional`, Affects: []string{"bakery.find-loaves", "bakery.read-order"}, Position: at("resources.yaml", 8, 3),
				}},
			},
		},
	}
	run.Seal(finding.Bar{})
	return run
}

// environments is one run of three, in two environments, one of them twice.
func environments() *finding.Run {
	earlier, prod, stage := calm(), sample(), sample()
	earlier.Name, prod.Name, stage.Name = "prod", "prod", "stage"
	earlier.At = "2031-05-05T07:08:09Z"
	stage.Subjects = stage.Subjects[1:5]
	for _, r := range []*finding.Run{earlier, prod, stage} {
		r.Seal(finding.Bar{})
	}
	return finding.Merge([]*finding.Run{earlier, prod, stage})
}

// compared is the sample, compared with a baseline that had its yellow order.
func compared() *finding.Run {
	baseline := sample()
	baseline.Subjects = baseline.Subjects[1:2]
	baseline.Seal(finding.Bar{})
	run := sample()
	run.Compare(baseline)
	run.Seal(finding.Bar{OnlyNew: true})
	return run
}

// renamed is a run with a pair that belongs together.
func renamed() *finding.Run {
	run := calm()
	run.Subjects[0].Findings = []finding.Finding{
		{Code: finding.RequiredMissing, Severity: finding.Red, Path: "$.ovens[].heat", Field: "ovens.heat", From: "number", Message: `required field "heat" is missing`},
		{Code: finding.Gained, Severity: finding.Yellow, Path: "$.ovens[].temperature", To: "number", Message: "the answer gained a field"},
	}
	f := run.Subjects[0].Findings
	f[0].PairedWith = finding.Identify("verify", run.Subjects[0].ID, f[1])
	f[1].PairedWith = finding.Identify("verify", run.Subjects[0].ID, f[0])
	run.Seal(finding.Bar{})
	return run
}
