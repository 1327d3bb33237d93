package assistant

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
	"github.com/wallet-services/wallet-services/clients/go/value"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// WaitForTurn waits until a turn is processed, and gives it: by a read that blocks, again after each 408, until the limit.
// The turn may have failed: see its Error. A request waits at most 20 s, since connections that stay silent are cut on the
// way; 250 ms lie between two of them at least.
//
// The error is a *wallet.ServiceError with status 408 when the turn is not processed within the limit.
func (c *Client) WaitForTurn(ctx context.Context, conversationID UUID, turnID int64, limit time.Duration, options ...wallet.Option) (Turn, error) {
	end := time.Now().Add(limit)
	for {
		next := time.Now().Add(limits.ShortestBlock)
		round := max(time.Millisecond, min(limits.LongestBlock, time.Until(end)))
		params := &ReadTurnParams{value.Of(true), value.Of(fmt.Sprintf("%dms", round.Milliseconds()))}
		answer, err := c.ReadTurn(ctx, conversationID, turnID, params, append(options, wallet.WithTimeout(round+5*time.Second))...)
		var refused *wallet.ServiceError
		if !errors.As(err, &refused) || refused.Status != http.StatusRequestTimeout || !time.Now().Before(end) {
			return answer.Data, err
		}
		if err := wallet.Sleep(ctx, min(time.Until(next), time.Until(end))); err != nil {
			return Turn{}, err
		}
	}
}
