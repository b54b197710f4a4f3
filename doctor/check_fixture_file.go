package doctor

import "fmt"

func missingFixtureFile() Check {
	return Check{
		Code: "missing-fixture-file", Severity: Error, Title: "golden file that is not there",
		Because: "`archverify verify` cannot run without it. Commit the file, or record again.",
		capability: func(p *patient) []remark {
			f := p.fixture
			if p.tool.Contract == nil || f.exists {
				return nil
			}
			return []remark{{message: "contract names a fixture that is not on disk: " + f.name, path: "contract.probe.fixture", pos: p.tool.Contract.FixturePos}}
		},
	}
}

func fixtureOutside() Check {
	return Check{
		Code: "fixture-outside", Severity: Error, Title: "golden file outside the manifest folder",
		Because: "What is verified has to travel with the manifest, and a path or a link that leaves the folder is never followed. Move the file below the manifest folder.",
		capability: func(p *patient) []remark {
			if f := p.fixture; f.outside {
				return []remark{{message: "contract names a fixture outside the manifest folder: " + f.name, path: "contract.probe.fixture", pos: p.tool.Contract.FixturePos}}
			}
			return nil
		},
	}
}

func fixtureUnreadable() Check {
	return Check{
		Code: "fixture-unreadable", Severity: Error, Title: "golden file that cannot be read",
		Because: "`archverify verify` cannot ask what it cannot read. Restore the file from the repository, or record again.",
		capability: func(p *patient) []remark {
			if f := p.fixture; f.err != nil {
				return []remark{{message: fmt.Sprintf("contract names a fixture that cannot be read: %v", f.err), path: "contract.probe.fixture", pos: p.tool.Contract.FixturePos}}
			}
			return nil
		},
	}
}

func fixtureForeign() Check {
	return Check{
		Code: "fixture-foreign", Severity: Error, Title: "golden file of another capability",
		Because: "The recorded question belongs to another capability, so that whatever the replay says is about the wrong one. Name the right file, or record again.",
		capability: func(p *patient) []remark {
			g := p.fixture.golden
			if g == nil || g.CapabilityID == "" || g.CapabilityID == p.tool.ID {
				return nil
			}
			message := fmt.Sprintf("contract names a fixture that was recorded for '%s'", g.CapabilityID)
			return []remark{{message: message, path: "contract.probe.fixture", pos: p.tool.Contract.FixturePos}}
		},
	}
}
