package manifest

func unenforcedTokens(c *checkup) {
	for _, doc := range c.Capabilities {
		for i, name := range doc.Policies {
			t, ok := unenforced(name)
			if !ok {
				continue
			}
			c.report(UnenforcedPolicyToken, about{doc.ID, "policies[" + name + "]", doc.policyPos[i]},
				"capability '%s' (%s) declares policies:[%s], which is not enforced in this version — %s", doc.ID, doc.File, name, t.reason)
			last := &c.found[len(c.found)-1]
			last.Capability, last.Token = doc.ID, name
		}
	}
}
