package fingerprint

// formSet holds, in its low bits, the classes that every string of a path
// satisfies, and in its two high bits what has been seen to tell hex and base64
// from plain text. Joining is AND for the former, OR for the latter.
type formSet uint16

const (
	sawLetter  formSet = 1 << 14 // of hexadecimal digits
	sawPadding formSet = 1 << 15 // = + or / of base64
	formsSeen          = sawLetter | sawPadding

	formsClasses formSet = 1<<FormatText - 1<<FormatDate
	formsAll             = formsClasses
)

func bit(f Format) formSet { return 1 << f }

func (s formSet) join(t formSet) formSet {
	j := s&t&formsClasses | (s|t)&formsSeen
	if j&bit(FormatHex) == 0 {
		j &^= sawLetter
	}
	if j&bit(FormatBase64) == 0 {
		j &^= sawPadding
	}
	return j
}

// format names the narrowest class of n strings.
func (s formSet) format(n uint64) Format {
	if n == 0 {
		return FormatNone
	}
	for f := FormatDate; f < FormatText; f++ {
		if s&bit(f) == 0 || f == FormatHex && s&sawLetter == 0 || f == FormatBase64 && s&sawPadding == 0 {
			continue
		}
		return f
	}
	return FormatText
}

// forms is the set that stands for a stored format, whose strings are gone.
func (f Format) forms() formSet {
	switch f {
	case FormatNone:
		return formsAll
	case FormatText:
		return 0
	case FormatInteger:
		return bit(FormatInteger) | bit(FormatDecimal)
	case FormatHex:
		return bit(FormatHex) | sawLetter
	case FormatBase64:
		return bit(FormatBase64) | sawPadding
	}
	return bit(f)
}

// Join returns the narrowest class that holds the strings of both: integer and
// decimal make decimal, any other two make text, none is neutral.
func (f Format) Join(g Format) Format {
	switch {
	case f == FormatNone:
		return g
	case g == FormatNone:
		return f
	}
	return f.forms().join(g.forms()).format(1)
}

var formatNames = [...]string{
	"", "date", "date-time", "local-date-time", "uuid", "uri", "email", "boolean",
	"integer", "decimal", "hex", "base64", "time", "text",
}

// String returns the name of the class as evidence spells it, "" for none.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return ""
}

// WeighsFrom returns how many strings must have shared the class before leaving
// it counts as a change, 0 for text and none, which never do.
func (f Format) WeighsFrom() uint64 {
	switch f {
	case FormatNone, FormatText:
		return 0
	case FormatDate, FormatDateTime, FormatLocalDateTime, FormatUUID:
		return 1
	case FormatURI, FormatEmail:
		return 3
	}
	return 20
}

func parseFormat(name string) (Format, bool) {
	for f := FormatDate; f <= FormatText; f++ {
		if formatNames[f] == name {
			return f, true
		}
	}
	return FormatNone, false
}

// classify returns the classes among want that the string satisfies. The first
// byte rules out most of them.
func classify(b []byte, want formSet) formSet {
	var got formSet
	switch c := b[0]; {
	case c >= '0' && c <= '9':
		got = classifyDigit(b, want)
	case c == '+' || c == '-':
		got = classifyNumber(b, want)
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		got = classifyLetter(b, want)
	}
	if want&bit(FormatBase64) != 0 {
		got |= base64Form(b)
	}
	if want&bit(FormatEmail) != 0 && isEmail(b) {
		got |= bit(FormatEmail)
	}
	return got
}

func classifyDigit(b []byte, want formSet) formSet {
	var got formSet
	if len(b) >= 10 && b[4] == '-' {
		got = classifyDate(b, want)
	}
	if got == 0 {
		got = classifyNumber(b, want)
	}
	if want&bit(FormatTime) != 0 && isTime(b) {
		got |= bit(FormatTime)
	}
	return got | classifyHexes(b, want)
}

func classifyLetter(b []byte, want formSet) formSet {
	var got formSet
	if want&bit(FormatURI) != 0 && isURI(b) {
		got |= bit(FormatURI)
	}
	if want&bit(FormatBoolean) != 0 && (string(b) == "true" || string(b) == "false") {
		got |= bit(FormatBoolean)
	}
	return got | classifyHexes(b, want)
}

func classifyHexes(b []byte, want formSet) formSet {
	var got formSet
	if want&bit(FormatUUID) != 0 && isUUID(b) {
		got |= bit(FormatUUID)
	}
	if want&bit(FormatHex) != 0 {
		got |= hexForm(b)
	}
	return got
}

func classifyDate(b []byte, want formSet) formSet {
	const dates = 1<<FormatDate | 1<<FormatDateTime | 1<<FormatLocalDateTime
	if want&dates == 0 || !isDay(b[:10]) {
		return 0
	}
	if len(b) == 10 {
		return bit(FormatDate)
	}
	if c := b[10]; c != 'T' && c != 't' && c != ' ' {
		return 0
	}
	rest, ok := clockEnd(b[11:])
	switch {
	case !ok:
		return 0
	case len(rest) == 0:
		return bit(FormatLocalDateTime)
	case isZone(rest):
		return bit(FormatDateTime)
	}
	return 0
}

func classifyNumber(b []byte, want formSet) formSet {
	if want&(bit(FormatInteger)|bit(FormatDecimal)) == 0 {
		return 0
	}
	if b[0] == '+' || b[0] == '-' {
		b = b[1:]
	}
	k := digitsEnd(b, 0)
	switch {
	case k == 0:
		return 0
	case k == len(b):
		return bit(FormatInteger) | bit(FormatDecimal)
	case isFraction(b[k:]):
		return bit(FormatDecimal)
	}
	return 0
}
