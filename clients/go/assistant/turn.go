package assistant

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/value"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// WithApp sends the application's id, and its secret where that is needed: creating, deleting and resetting indexes. The
// secret may be "".
func WithApp(id, secret string) wallet.Option {
	var options []wallet.Option
	options = append(options, wallet.WithCredential("X-ASSISTANT-APPID", wallet.Static(id)))
	if secret != "" {
		options = append(options, wallet.WithCredential("X-ASSISTANT-SECRET", wallet.Static(secret)))
	}
	return wallet.WithAll(options...)
}

const (
	// Longest wait of one request: connections that stay silent for longer are cut on the way.
	longestRound = 20 * time.Second
	// What the network may take beside the wait.
	margin = 5 * time.Second
	// Shortest time between two requests, for a service that answers 408 at once.
	pause = 250 * time.Millisecond
)

// WaitForTurn waits until a turn is processed, and gives it: by a read that blocks, again after each 408, until the limit.
// The turn may have failed: see its Error.
//
// The error is a *wallet.ServiceError with status 408 when the turn is not processed within the limit.
func (c *Client) WaitForTurn(ctx context.Context, conversationID UUID, turnID int64, limit time.Duration, options ...wallet.Option) (Turn, error) {
	end := time.Now().Add(limit)
	for {
		started := time.Now()
		round := max(time.Millisecond, min(longestRound, time.Until(end))).Round(time.Millisecond)
		answer, err := c.ReadTurn(ctx, conversationID, turnID, &ReadTurnParams{
			BlockUntilResponse: value.Of(true),
			Timeout:            value.Of(fmt.Sprintf("%dms", round.Milliseconds())),
		}, append(options, wallet.WithTimeout(round+margin))...)
		var refused *wallet.ServiceError
		if err == nil || !errors.As(err, &refused) || refused.Status != http.StatusRequestTimeout || !time.Now().Before(end) {
			return answer.Data, err
		}
		if err := wallet.Sleep(ctx, max(0, min(pause-time.Since(started), time.Until(end)))); err != nil {
			return Turn{}, err
		}
	}
}
