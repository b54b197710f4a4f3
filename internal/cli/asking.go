package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

// asking is how backends are asked and on whose behalf: the flags that verify
// and record share.
type asking struct {
	concurrency, perHost, retries int
	rate                          float64
	requestTimeout, timeout       time.Duration
	maxBody                       int64
	caFile                        string
	allowHosts, env               []string

	principal optionalFlag
	tokenEnv  string
	callers   []string
}

// optionalFlag is a text flag that tells unset from empty.
type optionalFlag struct{ value *string }

func (f *optionalFlag) Type() string { return "text" }

func (f *optionalFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f *optionalFlag) Set(text string) error {
	f.value = &text
	return nil
}

func newAsking() *asking {
	return &asking{
		concurrency: replay.DefaultConcurrency, perHost: httpx.DefaultPerHost, retries: rest.DefaultRetries,
		requestTimeout: httpx.DefaultTimeout, timeout: replay.DefaultTimeout, maxBody: httpx.DefaultMaxBody,
	}
}

func (k *asking) flags(set *pflag.FlagSet) {
	set.Var(countFlag{&k.concurrency, 1}, "concurrency", "requests in flight at a time")
	set.Var(countFlag{&k.perHost, 1}, "per-host", "requests in flight at a time to one host")
	set.Var(rateFlag{&k.rate}, "rate", "requests a second to one host; 0 is no limit")
	set.Var(durationFlag{value: &k.requestTimeout}, "request-timeout", "how long one attempt may take")
	set.Var(durationFlag{value: &k.timeout}, "timeout", "how long the whole run may take")
	set.Var(countFlag{&k.retries, 0}, "retries", "further attempts when a read is not answered")
	set.Var(sizeFlag{&k.maxBody}, "max-body", "largest answer, decompressed")
	set.Var(&listFlag{&k.allowHosts, "name", checkHost}, "allow-host", "hosts that a base address made of caller values may reach: `name` or *.domain")
	set.Var(&listFlag{&k.env, "name", checkPattern}, "env", "only these environment variables may be read: `name` or pattern (default: all but those of build services and clouds)")
	set.StringVar(&k.caFile, "ca-file", "", "PEM `file` of further certificate authorities")
}

func (k *asking) callerFlags(set *pflag.FlagSet) {
	set.Var(&k.principal, "principal", "the caller's principal, as policies name it")
	set.StringVar(&k.tokenEnv, "token-env", "", "`variable` that holds the caller's access token")
	set.StringArrayVar(&k.callers, "caller", nil, "`name=variable` for a ${caller.name} of the manifest; may be repeated")
}

// identifier reports whether a manifest could name it in a placeholder.
func identifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// caller resolves who asks. A variable that is not set leaves its value out, so
// that what needs it is unverified; the notes say which.
func (k *asking) caller(lookup func(string) (string, bool)) (caller replay.Caller, notes []string, err error) {
	caller = replay.Caller{Principal: k.principal.value, Values: map[string]string{}, Missing: map[string]string{}}
	if k.principal.value != nil {
		caller.Values["principal"] = *k.principal.value
	}
	pairs := slices.Clone(k.callers)
	if k.tokenEnv != "" {
		if !identifier(k.tokenEnv) {
			return caller, nil, usage("--token-env: %q is no name of a variable", k.tokenEnv)
		}
		pairs = append(pairs, "accessToken="+k.tokenEnv)
	}
	for _, pair := range pairs {
		name, variable, ok := strings.Cut(pair, "=")
		if !ok || !identifier(name) || !identifier(variable) {
			return caller, nil, usage("--caller: %q is not of the form name=VARIABLE", pair)
		}
		value, set := lookup(variable)
		if !set {
			caller.Missing[name] = variable
			notes = append(notes, fmt.Sprintf("%s is not set, so the caller has no %s", variable, name))
			continue
		}
		caller.Values[name] = value
	}
	return caller, notes, nil
}

// connectors opens nothing yet; the second result gives up idle connections.
func (k *asking) connectors(lookup func(string) (string, bool)) (map[manifest.ConnectorType]replay.Connector, func(), error) {
	roots, err := rest.LoadRoots(k.caFile, lookup)
	if err != nil {
		return nil, nil, err
	}
	client := rest.New(rest.Options{
		Env: lookup, EnvAllow: k.env, AllowHosts: k.allowHosts, Retries: k.retries, RequestTimeout: k.requestTimeout,
		MaxBody: k.maxBody, PerHost: k.perHost, Rate: k.rate, RootCAs: roots, UserAgent: "archverify/" + buildVersion(),
	})
	return map[manifest.ConnectorType]replay.Connector{manifest.ConnectorREST: client}, client.Close, nil
}

func (k *asking) limits() fingerprint.Limits { return fingerprint.Limits{Bytes: k.maxBody} }
