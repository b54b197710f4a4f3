package coverage

import "math"

// Report is what a manifest's contracts would notice.
type Report struct {
	Capabilities []Capability `json:"capabilities"`
	Summary      Summary      `json:"summary"`
}

// State says what could be done with a capability.
type State string

// The closed set of states.
const (
	Assessed   State = "assessed"
	Unrecorded State = "unrecorded"
	// Unassessable is a contract for which no green answer could be drawn.
	Unassessable State = "cannot be assessed"
)

// Tally counts verdicts of changed answers. Noted and Unnoticed changes pass a
// gate, so both count as not noticed.
type Tally struct {
	Changes   int `json:"changes"`
	Red       int `json:"red"`
	Yellow    int `json:"yellow"`
	Noted     int `json:"noted"`
	Unnoticed int `json:"unnoticed"`
}

// Share is the percentage of changes that were red or yellow, 0 to 100; 0 when
// there were none.
func (t Tally) Share() float64 {
	if t.Changes == 0 {
		return 0
	}
	return 100 * float64(t.Red+t.Yellow) / float64(t.Changes)
}

func (t *Tally) count(o outcome) {
	t.Changes++
	switch o {
	case red:
		t.Red++
	case yellow:
		t.Yellow++
	case noted:
		t.Noted++
	default:
		t.Unnoticed++
	}
}

func (t *Tally) add(u Tally) {
	t.Changes += u.Changes
	t.Red += u.Red
	t.Yellow += u.Yellow
	t.Noted += u.Noted
	t.Unnoticed += u.Unnoticed
}

// Capability is the result of one capability.
type Capability struct {
	ID    string `json:"capabilityId"`
	State State  `json:"state"`
	// Reason says why the capability could not be assessed, "" when it was.
	Reason string `json:"reason,omitempty"`
	// Evidence tells a contract with counts over all rows from a mere shape.
	Evidence bool `json:"evidence"`
	Tally
	Percent float64 `json:"percent"`
	// Unguarded are the paths on which no change at all was noticed, in path order.
	Unguarded []string `json:"unguarded"`
	// Missed are the changes that were not noticed, noted ones among them.
	Missed []Missed `json:"missed"`
}

// Missed is a change that would pass.
type Missed struct {
	Path   string `json:"path"`
	Change string `json:"change"`
	Where  Where  `json:"where"`
	Noted  bool   `json:"noted,omitempty"`
	// Request numbers the recorded request when there are several.
	Request int `json:"request,omitempty"`
}

// Summary adds up a report.
type Summary struct {
	Capabilities int `json:"capabilities"`
	Assessed     int `json:"assessed"`
	Unrecorded   int `json:"unrecorded"`
	Unassessable int `json:"cannotBeAssessed"`
	Tally
	// Percent is the mean of the capabilities' percentages, each capability
	// weighing the same, unrecorded and unassessable ones with 0; 0 when there
	// are none.
	Percent float64 `json:"percent"`
}

func summarise(capabilities []Capability) Summary {
	s := Summary{Capabilities: len(capabilities)}
	total := 0.0
	for _, c := range capabilities {
		switch c.State {
		case Unrecorded:
			s.Unrecorded++
		case Unassessable:
			s.Unassessable++
		default:
			s.Assessed++
		}
		s.add(c.Tally)
		total += c.Percent
	}
	if len(capabilities) > 0 {
		s.Percent = floored(total / float64(len(capabilities)))
	}
	return s
}

// floored keeps one decimal and never rounds up: 99.97 is not 100.
func floored(percent float64) float64 { return math.Floor(percent*10+1e-9) / 10 }
