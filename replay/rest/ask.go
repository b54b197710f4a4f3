package rest

import (
	"bytes"
	"context"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

// Ask sends a request that Prepare of this package made. The answer is one to
// judge for every status of 2xx and for those of 4xx that speak about the
// question; everything else is refused with its reason.
func (c *Client) Ask(ctx context.Context, p replay.Prepared) replay.Answer {
	ready, ok := p.(*prepared)
	if !ok {
		return replay.Answer{Refused: &replay.Refusal{Reason: finding.ConnectorUnsupported, Detail: "the request was prepared for another connector"}}
	}
	if ready.refusal != nil {
		return replay.Answer{Refused: ready.refusal}
	}
	res, failure := c.http.Do(ctx, ready.request)
	answer := replay.Answer{
		Status: res.Status, Attempts: res.Attempts, Retried: res.Retried, CredentialsDropped: res.Dropped,
	}
	if failure != nil {
		answer.Refused = explainFailure(ready.origin, res, failure)
		return answer
	}
	if answer.Refused = explainStatus(ready.origin, res); answer.Refused == nil {
		answer.Body = text(res.Body)
	}
	return answer
}

// text drops one byte order mark and replaces invalid UTF-8, as browsers do.
func text(body []byte) []byte {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if len(body) == 0 {
		return nil
	}
	return wellFormed(body)
}
