package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/archverify/archverify/internal/termtext"
)

// printJSON writes one document as one line.
func (a *app) printJSON(document any) error {
	text, err := jsonText(document)
	a.out.printf("%s", text)
	return err
}

// jsonText is one document as one line, with its line break. As in the
// reference's documents, <, > and & stay raw; what a terminal or a build log
// would act upon does not.
func jsonText(document any) (string, error) {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return "", fmt.Errorf("write the document as JSON: %w", err)
	}
	return string(termtext.JSON([]byte(b.String()))), nil
}
