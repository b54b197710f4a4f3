package cli

import (
	"encoding/json"
	"fmt"
)

// printJSON writes one document as one line. As in the reference's documents, <,
// > and & stay raw.
func (a *app) printJSON(document any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("write the document as JSON: %w", err)
	}
	return nil
}
