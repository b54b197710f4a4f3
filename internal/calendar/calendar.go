// Package calendar knows the Gregorian calendar.
package calendar

// DaysIn is how many days a month (1 to 12) of a year has.
func DaysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}
