package httpx

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
)

func interrupted() *Failure { return &Failure{Kind: Interrupted, Why: "stopped before an answer came"} }

// explain turns an error of the network into a Failure. Nothing of the error's
// text is taken over.
func (c *Client) explain(run, attempt context.Context, err error) *Failure {
	switch {
	case run.Err() != nil:
		return interrupted()
	case attempt.Err() != nil, isTimeout(err):
		return &Failure{Kind: Timeout, Why: fmt.Sprintf("no whole answer within %s", c.timeout)}
	case errors.Is(err, errTooLarge):
		return &Failure{Kind: TooLarge, Why: fmt.Sprintf("the answer is larger than %d bytes", c.maxBody)}
	}
	var encoded encodingError
	if errors.As(err, &encoded) {
		return &Failure{Kind: Encoding, Why: encoded.why}
	}
	var tunnel proxyError
	if errors.As(err, &tunnel) {
		return explainTunnel(tunnel)
	}
	failure := explainTLS(err)
	if failure == nil {
		failure = explainConnection(err)
	}
	var op *net.OpError
	failure.Proxy = errors.As(err, &op) && op.Op == "proxyconnect"
	return failure
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

func explainTunnel(tunnel proxyError) *Failure {
	if tunnel.status == http.StatusProxyAuthRequired {
		return &Failure{Kind: ProxyLogin, Why: "the proxy asks for credentials", Proxy: true}
	}
	return &Failure{Kind: Refused, Why: fmt.Sprintf("the proxy answered %d", tunnel.status), Proxy: true}
}

// explainConnection says how a connection failed or broke; the last resort is
// Reset, since whatever else went wrong did so on the wire.
func explainConnection(err error) *Failure {
	var name *net.DNSError
	if errors.As(err, &name) {
		return &Failure{Kind: DNS, Why: "the host name has no address"}
	}
	for _, known := range refusals() {
		if isErrno(err, known.errno, known.windows) {
			return &Failure{Kind: Refused, Why: known.why}
		}
	}
	var op *net.OpError
	if errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect") && !isReset(err) {
		return &Failure{Kind: Refused, Why: "no connection"}
	}
	switch {
	case isReset(err):
		return &Failure{Kind: Reset, Why: "connection reset"}
	case isBrokenCompression(err):
		return &Failure{Kind: Reset, Why: "the compressed answer is damaged"}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Failure{Kind: Reset, Why: "the connection ended before the answer did"}
	}
	return &Failure{Kind: Reset, Why: "what came back is no whole HTTP message"}
}

// refusal is an error of the operating system that means "no connection".
type refusal struct {
	errno   syscall.Errno
	windows syscall.Errno // the number that Windows' sockets use
	why     string
}

func refusals() []refusal {
	return []refusal{
		{syscall.ECONNREFUSED, 10061, "connection refused"},
		{syscall.EHOSTUNREACH, 10065, "no route to the host"},
		{syscall.ENETUNREACH, 10051, "the network is unreachable"},
		{syscall.EADDRNOTAVAIL, 10049, "no free local address"},
	}
}

func isReset(err error) bool {
	return isErrno(err, syscall.ECONNRESET, 10054) || isErrno(err, syscall.EPIPE, 10053)
}

func isErrno(err error, errno, windows syscall.Errno) bool {
	return errors.Is(err, errno) || errors.Is(err, windows)
}

func isBrokenCompression(err error) bool {
	var corrupt flate.CorruptInputError
	for _, known := range []error{gzip.ErrChecksum, gzip.ErrHeader, zlib.ErrChecksum, zlib.ErrHeader, zlib.ErrDictionary} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &corrupt)
}

// explainTLS says why there is no trusted connection, nil when that is not it.
func explainTLS(err error) *Failure {
	if why := certificateProblem(err); why != "" {
		return &Failure{Kind: TLS, Why: why}
	}
	var record tls.RecordHeaderError
	if errors.As(err, &record) || errors.Is(err, http.ErrSchemeMismatch) {
		return &Failure{Kind: TLS, Why: "the server does not speak TLS"}
	}
	var op *net.OpError
	if errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error") {
		return &Failure{Kind: TLS, Why: "the TLS handshake was refused"}
	}
	if isHandshake(err) {
		return &Failure{Kind: TLS, Why: "the TLS handshake failed"}
	}
	return nil
}

func certificateProblem(err error) string {
	var (
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		other   *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &unknown):
		return "its certificate comes from an authority that is not trusted"
	case errors.As(err, &host):
		return "its certificate is for another host"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate has expired or is not valid yet"
	case errors.As(err, &invalid), errors.As(err, &other):
		return "its certificate is not valid"
	}
	return ""
}

// isHandshake knows the errors of crypto/tls that have no type of their own.
func isHandshake(err error) bool {
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.HasPrefix(e.Error(), "tls: ") {
			return true
		}
	}
	return false
}
