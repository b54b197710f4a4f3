package calendar_test

import (
	"testing"
	"time"

	"github.com/archverify/archverify/internal/calendar"
)

func TestDaysInAgreesWithTheStandardLibrary(t *testing.T) {
	for year := range 2500 {
		for month := 1; month <= 12; month++ {
			want := time.Date(year, time.Month(month+1), 0, 0, 0, 0, 0, time.UTC).Day()
			if got := calendar.DaysIn(year, month); got != want {
				t.Fatalf("%04d-%02d has %d days, want %d", year, month, got, want)
			}
		}
	}
}
