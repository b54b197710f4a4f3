package rest

import (
	"crypto/x509"
	"fmt"
	"os"
)

// LoadRoots returns the trusted authorities: the system's, those of the file
// that SSL_CERT_FILE names, and those of caFile ("" for none). It returns nil,
// which means the system's alone, when neither is given. A file that cannot be
// read or holds no PEM certificate is an error.
func LoadRoots(caFile string, env func(string) (string, bool)) (*x509.CertPool, error) {
	var files []string
	if env != nil {
		if name, ok := env("SSL_CERT_FILE"); ok && name != "" {
			files = append(files, name)
		}
	}
	if caFile != "" {
		files = append(files, caFile)
	}
	if len(files) == 0 {
		return nil, nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // a machine without authorities of its own
	}
	for _, name := range files {
		pem, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read certificates %q: %w", name, err)
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("read certificates %q: no PEM certificate in it", name)
		}
	}
	return pool, nil
}
