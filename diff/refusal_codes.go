package diff

import "github.com/archverify/archverify/finding"

// Refusals explains every reason to compare nothing, in registry order.
func Refusals() []finding.Entry {
	rows := []struct {
		code             RefusalCode
		title, means, do string
	}{
		{ArtifactUnreadable, "a side that is no artifact",
			"A name that ends in .json is taken for a built artifact; this one cannot be read, is no JSON, or has no version and no tools.",
			"Build it with archverify build, or name a manifest folder."},
		{ManifestInvalid, "a side that is invalid",
			"The folder is not there, or its manifest has issues or errors; they are listed below the message.",
			"Run archverify validate with the folder and correct what it lists."},
		{VersionMismatch, "sides of two versions",
			"The two sides carry different versions of the artifact's format, so that differences would say nothing.",
			"Build both sides with one version of the tool."},
		{BaseUnavailable, "no base to compare with",
			"The other side of the folder was to come from git, and git is not there, has no such revision, or has too little history in this clone.",
			"Fetch what the message names, such as a depth of 2 for a pull request, or name another revision with --base."},
	}
	entries := make([]finding.Entry, 0, len(rows))
	for _, r := range rows {
		entries = append(entries, finding.Entry{Name: string(r.code), Registry: "diff-refusal", Title: r.title, Means: r.means, Do: r.do})
	}
	return entries
}
