package doctor

import (
	"cmp"
	"fmt"
	"time"
)

func contractOld() Check {
	return Check{
		Code: "contract-old", Severity: Warning, Title: "recorded answer beyond the allowed age",
		Because: "The older a recording, the less it says about what callers get today. Verify it and record again.",
		capability: func(p *patient) []remark {
			c := p.tool.Contract
			if c == nil || p.o.MaxAge <= 0 || p.o.Now.IsZero() {
				return nil
			}
			recorded := c.VerifiedAt
			if g := p.fixture.golden; g != nil {
				recorded = cmp.Or(recorded, g.RecordedAt)
			}
			at, ok := moment(recorded)
			if !ok {
				return []remark{{message: "nothing tells when its answer was recorded", path: "contract.verifiedAt", pos: c.Pos}}
			}
			if age := p.o.Now.Sub(at); age > p.o.MaxAge {
				message := fmt.Sprintf("its answer was recorded %d days ago, more than the allowed %s", int(age.Hours()/24), days(p.o.MaxAge))
				return []remark{{message: message, path: "contract.verifiedAt", pos: c.Pos}}
			}
			return nil
		},
	}
}

// moment reads a time or a day.
func moment(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

func days(d time.Duration) string {
	if d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	}
	return d.String()
}
