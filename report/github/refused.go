package github

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// StatusError is the output "status" of a command that made no run: its manifest
// is invalid, or it was used wrongly.
const StatusError = "error"

// refusedBytes bounds how much of a reason is repeated.
const refusedBytes = 8 << 10

// RefusedCommand is the annotation for a command that made no run.
func RefusedCommand(command, reason string) string {
	return "::error title=archverify " + command + "::" + data(truncated(strings.TrimSpace(reason))) + "\n"
}

// RefusedSummary is the same for the job summary: nothing of the reason is read
// as Markdown, and nobody is mentioned by it.
func RefusedSummary(command, reason string) string {
	return fmt.Sprintf("### ⛔ archverify %s – nothing was checked\n\nThe command ended before it began. This is no verdict on the backend or the change: repair what is named here, then run it again.\n\n<pre>%s</pre>\n",
		command, html.EscapeString(truncated(strings.TrimSpace(reason))))
}

// RefusedOutputs are the outputs of a step that made no run: the counts are
// empty, since nothing was counted.
func RefusedOutputs() []Output {
	return []Output{{"status", StatusError}, {"red", ""}, {"yellow", ""}, {"unverified", ""}, {"report", ""}}
}

// truncated keeps the beginning of a text, and never half a code point.
func truncated(text string) string {
	if len(text) <= refusedBytes {
		return text
	}
	end := refusedBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
