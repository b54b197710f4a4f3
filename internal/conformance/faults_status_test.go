package conformance

import (
	"net/http"
	"strconv"
	"testing"
	"time"
)

// status is a backend that answers this, with a body that tells nothing.
func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		if code >= 200 && code != http.StatusNoContent && code != http.StatusNotModified {
			_, _ = w.Write([]byte(`{"error":{"message":"` + valueCanary + `"}}`))
		}
	}
}

func TestStatusesOfTheBackend(t *testing.T) {
	kiosk(t)
	notVerified := map[int]string{
		401: "unauthorized", 403: "forbidden", 407: "unauthorized", 408: "timeout", 421: "server-error", 425: "server-error",
		429: "rate-limited", 500: "server-error", 501: "server-error", 502: "server-error", 503: "server-error", 504: "server-error",
		301: "redirect", 304: "redirect", 399: "redirect",
	}
	var faults []fault
	for _, code := range []int{301, 304, 399, 401, 403, 407, 408, 421, 425, 429, 500, 501, 502, 503, 504} {
		faults = append(faults, fault{name: strconv.Itoa(code), answer: status(code), exit: 3, says: unverified(notVerified[code])})
	}
	for _, code := range []int{400, 402, 404, 405, 406, 409, 410, 415, 418, 422, 451, 499} {
		faults = append(faults, fault{name: strconv.Itoa(code), answer: status(code), exit: 1, says: []string{"request-refused", strconv.Itoa(code), "1 red"}, hides: []string{"absent"}})
	}
	again := []string{"verify", "kiosk", "--retries", "1"}
	later := time.Now().Add(48 * time.Hour).UTC().Format(http.TimeFormat)
	faults = append(faults,
		fault{name: "204", answer: status(204), exit: 1, says: []string{"not-json"}},
		fault{name: "429 again at once", answer: status(429, "Retry-After", "0"), args: again, exit: 3, says: unverified("rate-limited")},
		fault{name: "429 in a day", answer: status(429, "Retry-After", "86400"), args: again, exit: 3, says: []string{"rate-limited", "86400 s"}},
		fault{name: "429 at a date", answer: status(429, "Retry-After", later), args: again, exit: 3, says: []string{"rate-limited", "asks to wait"}},
		fault{name: "429 at a date long ago", answer: status(429, "Retry-After", "Mon, 01 Jan 1990 00:00:00 GMT"), args: again, exit: 3, says: unverified("rate-limited")},
		fault{name: "429 beyond every number", answer: status(429, "Retry-After", "99999999999999999999999"), args: again, exit: 3, says: unverified("rate-limited")},
		fault{name: "429 with nonsense", answer: status(429, "Retry-After", "-7 soon\t"), args: again, exit: 3, says: unverified("rate-limited")},
		fault{name: "503 in a day", answer: status(503, "Retry-After", "86400"), args: again, exit: 3, says: unverified("server-error")},
	)
	try(t, faults)
}
