package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// countFlag is a whole number from least on.
type countFlag struct {
	value *int
	least int
}

func (f countFlag) String() string { return strconv.Itoa(*f.value) }
func (f countFlag) Type() string   { return "n" }

func (f countFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < f.least || n > math.MaxInt32 {
		return fmt.Errorf("is no whole number from %d on", f.least)
	}
	*f.value = n
	return nil
}

// durationFlag is a duration above zero, or of zero where none is one.
type durationFlag struct {
	value *time.Duration
	zero  bool
}

func (f durationFlag) String() string { return shortDuration(*f.value) }
func (f durationFlag) Type() string   { return "duration" }

func (f durationFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || (d == 0 && !f.zero) {
		return errors.New("is no duration such as 500ms, 30s or 2m")
	}
	*f.value = d
	return nil
}

// shortDuration leaves out the zero parts: 10m, not 10m0s.
func shortDuration(d time.Duration) string {
	text := d.String()
	text = strings.TrimSuffix(text, "m0s")
	if text != d.String() {
		text += "m"
	}
	if trimmed := strings.TrimSuffix(text, "h0m"); trimmed != text {
		text = trimmed + "h"
	}
	return text
}

// sizeFlag is a number of bytes, with an optional unit.
type sizeFlag struct{ value *int64 }

// unit is one unit of size; longer names come before their endings.
type unit struct {
	name  string
	bytes int64
}

func units() []unit {
	return []unit{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1}}
}

func (f sizeFlag) Type() string { return "size" }

func (f sizeFlag) String() string {
	for _, u := range []unit{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if *f.value > 0 && *f.value%u.bytes == 0 {
			return strconv.FormatInt(*f.value/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(*f.value, 10)
}

func (f sizeFlag) Set(text string) error {
	number, factor := text, int64(1)
	for _, u := range units() {
		if rest, ok := strings.CutSuffix(text, u.name); ok {
			number, factor = rest, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/factor {
		return errors.New("is no size such as 500KiB, 64MiB or 1GiB")
	}
	*f.value = n * factor
	return nil
}

// rateFlag is a number of requests per second; 0 is no limit.
type rateFlag struct{ value *float64 }

func (f rateFlag) String() string { return strconv.FormatFloat(*f.value, 'g', -1, 64) }
func (f rateFlag) Type() string   { return "n" }

func (f rateFlag) Set(text string) error {
	r, err := strconv.ParseFloat(text, 64)
	if err != nil || r < 0 || math.IsNaN(r) || math.IsInf(r, 0) {
		return errors.New("is no number of requests per second")
	}
	*f.value = r
	return nil
}

// choiceFlag is one word of a closed set.
type choiceFlag struct {
	value *string
	words []string
}

func (f choiceFlag) String() string { return *f.value }
func (f choiceFlag) Type() string   { return strings.Join(f.words, "|") }

func (f choiceFlag) Set(text string) error {
	if !slices.Contains(f.words, text) {
		return fmt.Errorf("is none of %s", strings.Join(f.words, ", "))
	}
	*f.value = text
	return nil
}
