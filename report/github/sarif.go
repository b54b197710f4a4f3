package github

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"

	"github.com/archverify/archverify/finding"
)

// Upload is a SARIF file for code scanning.
type Upload struct {
	SARIF     []byte
	CommitSHA string
	Ref       string
	Fork      bool
	PollEvery time.Duration // 0: five seconds
	GiveUp    time.Duration // 0: two minutes
}

const (
	sarifChannel    = "sarif"
	sarifPermission = "security-events: write"
	// maxSARIF is GitHub's limit for the compressed file.
	maxSARIF = 10 << 20
)

// UploadSARIF sends a SARIF file and waits, at most GiveUp, until GitHub has
// taken it in, so that GitHub's own complaints are seen.
func (c *Client) UploadSARIF(ctx context.Context, up Upload) finding.Receipt {
	packed, err := pack(up.SARIF)
	if err != nil {
		return receipt(sarifChannel, StatusFailed, "%s", err)
	}
	if len(packed) > maxSARIF {
		return receipt(sarifChannel, StatusTooLarge, "%d bytes compressed, GitHub takes %d", len(packed), maxSARIF)
	}
	id, _, err := c.api.CodeScanning.UploadSarif(ctx, c.owner, c.repo, &github.SarifAnalysis{
		CommitSHA: github.String(up.CommitSHA), Ref: github.String(up.Ref), Sarif: github.String(base64.StdEncoding.EncodeToString(packed)),
		ToolName: github.String("archverify"),
	})
	if err != nil {
		return failure(sarifChannel, sarifPermission, up.Fork, fmt.Errorf("upload SARIF: %w", err))
	}
	if id.GetID() == "" { // a plain 200 carries nothing to ask about
		return receipt(sarifChannel, StatusSent, "accepted")
	}
	return c.awaitSARIF(ctx, id.GetID(), up)
}

func pack(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("compress SARIF: %w", err)
	}
	return out.Bytes(), nil
}

// sarifStatus is GitHub's answer about an upload; go-github leaves errors out.
type sarifStatus struct {
	ProcessingStatus string   `json:"processing_status"`
	AnalysesURL      string   `json:"analyses_url"`
	Errors           []string `json:"errors"`
}

func (c *Client) awaitSARIF(ctx context.Context, id string, up Upload) finding.Receipt {
	every, giveUp := up.PollEvery, up.GiveUp
	if every == 0 {
		every = 5 * time.Second
	}
	if giveUp == 0 {
		giveUp = 2 * time.Minute
	}
	for waited := time.Duration(0); ; waited += every {
		status, err := c.sarifStatus(ctx, id)
		switch {
		case err != nil:
			return failure(sarifChannel, sarifPermission, up.Fork, err)
		case status.ProcessingStatus == "failed":
			return receipt(sarifChannel, StatusFailed, "GitHub refused the file: %s", strings.Join(status.Errors, "; "))
		case status.ProcessingStatus == "complete":
			return receipt(sarifChannel, StatusSent, "%s", status.AnalysesURL)
		case waited+every > giveUp:
			return receipt(sarifChannel, StatusSent, "accepted, still being processed after %s", waited)
		}
		if err := c.sleep(ctx, every); err != nil {
			return receipt(sarifChannel, StatusFailed, "stopped while GitHub was processing the file")
		}
	}
}

func (c *Client) sarifStatus(ctx context.Context, id string) (sarifStatus, error) {
	var status sarifStatus
	req, err := c.api.NewRequest(http.MethodGet, fmt.Sprintf("repos/%s/%s/code-scanning/sarifs/%s", c.owner, c.repo, id), nil)
	if err != nil {
		return status, fmt.Errorf("ask about the SARIF upload: %w", err)
	}
	resp, err := c.api.Do(ctx, req, &status)
	if resp != nil && resp.StatusCode == http.StatusNotFound { // not visible yet
		return sarifStatus{ProcessingStatus: "pending"}, nil
	}
	if err != nil {
		return status, fmt.Errorf("ask about the SARIF upload: %w", err)
	}
	return status, nil
}
