package manifest

func diagnose(m *Manifest) []Diagnostic { return nil }
