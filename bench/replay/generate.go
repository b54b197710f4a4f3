package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
)

// writeManifest writes a manifest of so many recorded capabilities.
func writeManifest(dir string, capabilities int) error {
	for _, sub := range []string{"bindings", "fixtures"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
	}
	var ids strings.Builder
	for i := range capabilities {
		fmt.Fprintf(&ids, "  - %s\n", id(i))
		if err := writeCapability(dir, i); err != nil {
			return err
		}
	}
	return writeFiles(dir, map[string]string{
		"capabilities.yaml":     "company: { id: parcels }\nproviders: [depot]\ncapabilities:\n" + ids.String(),
		"parcels.resource.yaml": resourceText,
	})
}

func id(i int) string { return fmt.Sprintf("parcels.list-%d", i) }

func writeCapability(dir string, i int) error {
	r, err := fingerprint.ScanBytes(body(i), fingerprint.Options{})
	if err != nil {
		return fmt.Errorf("read own answer: %w", err)
	}
	golden := replay.Golden{CapabilityID: id(i), RecordedAt: recordedAt, Evidence: fingerprint.NewEvidence(r, recordedAt)}
	var shape strings.Builder
	for _, p := range r.Shape() {
		fmt.Fprintf(&shape, "      %q: %s\n", p.Path, p.Type)
	}
	return writeFiles(dir, map[string]string{
		id(i) + ".capability.yaml":                       fmt.Sprintf(capabilityText, id(i)),
		filepath.Join("bindings", id(i)+".binding.yaml"): fmt.Sprintf(bindingText, id(i), i, r.Fingerprint(), shape.String(), id(i)),
		filepath.Join("fixtures", id(i)+".golden.json"):  string(golden.Bytes()),
	})
}

func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write manifest: %w", err)
		}
	}
	return nil
}

const recordedAt = "2031-03-01T00:00:00Z"

const resourceText = `resource:
  name: parcels.Parcel
  fields:
    number: { type: identifier }
    sent: { type: date }
    weight: { type: quantity }
`

const capabilityText = `capability:
  id: %s
  description: Lists parcels.
  effect: read
  provider: depot
  output:
    parcels: { collection: Parcel }
`

const bindingText = `binding:
  capabilityId: %s
  connector:
    type: rest
    rest: { method: GET, path: /parcels/%d, baseUrl: "${PARCELS_URL}" }
  response:
    resource: Parcel
    collection: $.parcels[*]
    map:
      number: $.id
      sent: $.sent
      weight: $.weight
  contract:
    source: recorded
    fingerprint: "%s"
    shape:
%s    probe: { fixture: fixtures/%s.golden.json }
`
