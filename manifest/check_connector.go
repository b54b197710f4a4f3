package manifest

import (
	"slices"
	"strings"
)

const callerPlaceholder = "${caller."

func callerPlaceholders(c *checkup) {
	for _, b := range c.Bindings {
		doc := c.byID[b.CapabilityID]
		if doc == nil || b.Connector.REST == nil || !slices.Contains(doc.Policies, "authenticated") {
			continue
		}
		if !sendsCaller(b.Connector.REST) {
			c.report(AuthenticatedNoCaller, about{doc.ID, "connector.rest", b.Connector.Pos},
				"capability '%s' declares policies:[authenticated] but its binding never references a caller credential "+
					"(${caller.…}) — whoever calls, the backend is not told, so a call will always fail closed", doc.ID)
		}
	}
}

// sendsCaller looks where a credential can travel: body, headers, plain query entries.
func sendsCaller(r *REST) bool {
	if r.Body != nil && strings.Contains(*r.Body, callerPlaceholder) {
		return true
	}
	for _, h := range r.Headers {
		if strings.Contains(h.Value, callerPlaceholder) {
			return true
		}
	}
	for _, q := range r.Query {
		if !q.Object && strings.Contains(q.Name, callerPlaceholder) {
			return true
		}
	}
	return false
}

func callerBaseURLs(c *checkup) {
	for _, b := range c.Bindings {
		r := b.Connector.REST
		if r == nil || r.BaseURL == nil || !strings.Contains(*r.BaseURL, callerPlaceholder) {
			continue
		}
		c.report(CallerBaseURL, about{b.CapabilityID, "connector.rest.baseUrl", r.BaseURLPos},
			"binding %s (capability '%s')'s baseUrl references a caller credential (${caller.…}) — a caller decides which "+
				"host is asked; name the hosts that may be (--allow-host here, InvokeOptions.allowedHosts where it is served)",
			b.File, b.CapabilityID)
	}
}

func connectorTypes(c *checkup) {
	for _, b := range c.Bindings {
		switch b.Connector.Type {
		case ConnectorGraphQL, ConnectorGRPC, ConnectorSOAP:
			c.report(ConnectorNotImplemented, about{b.CapabilityID, "connector.type", b.Connector.TypePos},
				"binding %s (capability '%s') declares connector.type: '%s', which is not implemented; use rest or sql",
				b.File, b.CapabilityID, b.Connector.Type)
		}
	}
}
