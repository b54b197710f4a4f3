package replay

import "github.com/archverify/archverify/internal/calendar"

// isDate reports whether s is YYYY-MM-DD and a real Gregorian day; the year is
// any four digits (VR2.7).
func isDate(s string) bool {
	if len(s) != len("2006-01-02") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, okYear := decimalDigits(s[:4])
	month, okMonth := decimalDigits(s[5:7])
	day, okDay := decimalDigits(s[8:])
	return okYear && okMonth && okDay && month >= 1 && month <= 12 && day >= 1 && day <= calendar.DaysIn(year, month)
}

func decimalDigits(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// isInstant reports whether s is an RFC 3339 date and time with zone: T or t,
// seconds (60 allowed), an optional fraction, Z, z or an offset (VR2.7).
func isInstant(s string) bool {
	const clock = "2006-01-02T15:04:05"
	if len(s) <= len(clock) || !isDate(s[:10]) || (s[10] != 'T' && s[10] != 't') || !isClock(s[11:19]) {
		return false
	}
	rest, ok := afterFraction(s[19:])
	return ok && isZone(rest)
}

func isClock(s string) bool {
	hour, okHour := decimalDigits(s[:2])
	minute, okMinute := decimalDigits(s[3:5])
	second, okSecond := decimalDigits(s[6:8])
	return okHour && okMinute && okSecond && s[2] == ':' && s[5] == ':' && hour <= 23 && minute <= 59 && second <= 60
}

func afterFraction(s string) (string, bool) {
	if s == "" || s[0] != '.' {
		return s, true
	}
	i := 1
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return s[i:], i > 1
}

func isZone(s string) bool {
	if s == "Z" || s == "z" {
		return true
	}
	if len(s) != len("+00:00") || (s[0] != '+' && s[0] != '-') || s[3] != ':' {
		return false
	}
	hour, okHour := decimalDigits(s[1:3])
	minute, okMinute := decimalDigits(s[4:])
	return okHour && okMinute && hour <= 23 && minute <= 59
}
