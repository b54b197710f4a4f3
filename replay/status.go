package replay

import "slices"

// statusWord is an HTTP status and its customary words. They stand here because
// this package, which judges, knows no network.
type statusWord struct {
	status int
	text   string
}

const (
	statusUnauthorized       = 401
	statusForbidden          = 403
	statusProxyAuthRequired  = 407
	statusRequestTimeout     = 408
	statusMisdirectedRequest = 421
	statusTooEarly           = 425
	statusTooManyRequests    = 429
)

func statusWords() []statusWord {
	return []statusWord{
		{400, "Bad Request"},
		{statusUnauthorized, "Unauthorized"},
		{402, "Payment Required"},
		{statusForbidden, "Forbidden"},
		{404, "Not Found"},
		{405, "Method Not Allowed"},
		{406, "Not Acceptable"},
		{statusProxyAuthRequired, "Proxy Authentication Required"},
		{statusRequestTimeout, "Request Timeout"},
		{409, "Conflict"},
		{410, "Gone"},
		{411, "Length Required"},
		{412, "Precondition Failed"},
		{413, "Content Too Large"},
		{414, "URI Too Long"},
		{415, "Unsupported Media Type"},
		{statusMisdirectedRequest, "Misdirected Request"},
		{422, "Unprocessable Content"},
		{423, "Locked"},
		{424, "Failed Dependency"},
		{statusTooEarly, "Too Early"},
		{426, "Upgrade Required"},
		{428, "Precondition Required"},
		{statusTooManyRequests, "Too Many Requests"},
		{431, "Request Header Fields Too Large"},
		{451, "Unavailable For Legal Reasons"},
		{500, "Internal Server Error"},
		{501, "Not Implemented"},
		{502, "Bad Gateway"},
		{503, "Service Unavailable"},
		{504, "Gateway Timeout"},
	}
}

// statusReason returns the customary words of a status, "" for
// others.
func statusReason(status int) string {
	words := statusWords()
	if i := slices.IndexFunc(words, func(w statusWord) bool { return w.status == status }); i >= 0 {
		return words[i].text
	}
	return ""
}
