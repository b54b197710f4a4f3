package replay_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/replay"
)

// answers of n rows or paths, each hard on another part of judging.
func benchmarkAnswers(n int) map[string]string {
	wide := make([]string, n)
	deep := make([]string, n)
	for i := range n {
		wide[i] = fmt.Sprintf(`"k%d":%d`, i, i)
		deep[i] = fmt.Sprintf(`{"name":"A","fee":1,"w%d":{"x":1}}`, i)
	}
	full := `{"name":"A","fee":1,"since":"2031-01-02","keeper":{"call":"k","shift":"s"},"z":[{"a":1,"b":"x"}]}`
	return map[string]string{
		"rows":       `{"rows":[` + rows(n, full) + `]}`,
		"lackingAll": `{"rows":[` + rows(n, `{"fee":null,"keeper":{}}`) + `]}`,
		"wideGained": `{"rows":[{"name":"A","fee":1}],"wide":{"a":1},` + strings.Join(wide, ",") + `}`,
		"rowsGained": `{"rows":[` + strings.Join(deep, ",") + `]}`,
		"errorRows":  `{"rows":[` + rows(n, `{"fault":"E"}`) + `,` + full + `]}`,
	}
}

func benchmarkFixture() fixture {
	full := `{"name":"A","fee":1,"since":"2031-01-02","keeper":{"call":"k","shift":"s"},"z":[{"a":1,"b":"x"}]}`
	return berths("$.rows[*]").withFaults().recorded(`{"rows":[`+rows(25, full)+`]}`, `{"rows":[`+rows(30, full)+`]}`)
}

// BenchmarkJudge judges answers of 10,000 and 100,000 rows or paths: ten times
// the rows should cost about ten times the time.
func BenchmarkJudge(b *testing.B) {
	RegisterTestingT(b)
	f := benchmarkFixture()
	for _, n := range []int{10_000, 100_000} {
		for name, body := range benchmarkAnswers(n) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					replay.Judge(f.case_(200, body))
				}
			})
		}
	}
}
