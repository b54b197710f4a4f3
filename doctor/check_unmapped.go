package doctor

import "github.com/archverify/archverify/manifest"

func requiredFieldUnmapped() Check {
	return Check{
		Code: manifest.RequiredFieldUnmapped, Severity: Warning, Title: "required field that nothing fills",
		Because: "Its readers are promised a value and never get one, and no replay notices. Map the field, or make it optional.",
		capability: func(p *patient) []remark {
			var remarks []remark
			for _, d := range p.warnings[p.tool.ID] {
				if d.Code == manifest.RequiredFieldUnmapped {
					remarks = append(remarks, remark{message: d.Message, path: d.Path, pos: d.Pos})
				}
			}
			return remarks
		},
	}
}
