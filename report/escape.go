package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The escapers, one a format. Key names are chosen by backends: whatever a
// format would act upon is made inert here and nowhere else. What comes in has
// been through brief or briefPath already, except in JSON, which keeps names whole.

// inertInLogs breaks what build runners read as a command at the beginning of a
// line, which wrapping may make of any place. What they read in the middle of
// one is parted in every safe text.
func inertInLogs(text string) string {
	for strings.Contains(text, "::") {
		text = strings.ReplaceAll(text, "::", ": :")
	}
	return text
}

// inertInSheets keeps a cell that is copied into a spreadsheet from being read
// as a formula.
func inertInSheets(cell string) string {
	if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
		return "'" + cell
	}
	return cell
}

// markdownText escapes prose: no markup, no HTML, no link, no mention, no issue
// or commit reference, no emoji, no formula. It stays on one line.
func markdownText(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '$':
			b.WriteString("&#36;")
		case r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r == '@' || r == '#':
			b.WriteRune(r)
			b.WriteString(split)
		case r == ':' && i+1 < len(text) && text[i+1] != ' ':
			b.WriteRune(r)
			b.WriteString(split)
		case strings.ContainsRune("\\`*_{}[]~|!", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return unlinked(b.String())
}

// split is a zero-width blank: it parts what would otherwise become a link.
const split = "&#8203;"

var (
	wwwLink   = regexp.MustCompile(`(?i)\bwww\.`)
	issueLink = regexp.MustCompile(`(?i)\b(gh)-(\d)`)
	hashLink  = regexp.MustCompile(`[0-9a-fA-F]{7,}`)
)

func unlinked(text string) string {
	text = wwwLink.ReplaceAllStringFunc(text, func(s string) string { return s[:3] + split + "." })
	text = issueLink.ReplaceAllString(text, "$1"+split+"-$2")
	return hashLink.ReplaceAllStringFunc(text, inPieces)
}

// inPieces parts a run of digits that could name a commit, which takes seven.
func inPieces(hash string) string {
	var b strings.Builder
	for len(hash) > 6 {
		b.WriteString(hash[:6] + split)
		hash = hash[6:]
	}
	return b.String() + hash
}

// markdownCode is text in a code span, where nothing of it is markup, a link or
// a mention. In a table a pipe would still end the cell.
func markdownCode(text string, inTable bool) string {
	text = strings.NewReplacer("\n", " ", "\r", " ").Replace(text)
	if text == "" {
		return ""
	}
	if inTable {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	pad := ""
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		pad = " "
	}
	return fence + pad + text + pad + fence
}

func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		run++
		if text[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// xmlText makes text legal in XML 1.0, visibly: control characters by their
// pictures, everything else that is illegal by U+FFFD. What is legal but markup
// is escaped by the encoder.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		case r >= 0x80 && r < 0xa0 || noCharacter(r):
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// noCharacter reports code points that no text may hold.
func noCharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

// commandData escapes the message of a workflow command; the percent sign first.
func commandData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// commandProperty escapes a property of a workflow command.
func commandProperty(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}

// uriPath percent-encodes a relative file path, segment by segment. A colon in
// the first segment would read as a scheme.
func uriPath(file string) string {
	var b strings.Builder
	for i := range len(file) {
		c := file[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0:
			b.WriteByte(c)
		default:
			const hex = "0123456789ABCDEF"
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
