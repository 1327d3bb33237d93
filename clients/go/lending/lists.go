package lending

import (
	"context"
	"iter"
	"strconv"

	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// The documented default of limit.
const defaultLimit = 500

// AllTransactions reads the transactions page by page, as far as the loop goes; the limit is the length of a page, the
// offset the moment that the first one begins at. The documents declare no paging for this list: a page begins at a time.
func (c *Client) AllTransactions(ctx context.Context, params *ListTransactionsParams, options ...wallet.Option) iter.Seq2[Transaction, error] {
	limit := defaultLimit
	if given := wallet.Copy(params).Limit; given != nil {
		if number, err := strconv.Atoi(*given); err == nil {
			limit = number
		}
	}
	key := func(transaction Transaction) (int64, string) { return transaction.ID, transaction.CreatedAt }
	return wallet.ByTime(limit, key, func(offset *string, limit *int) ([]Transaction, error) {
		page := wallet.Copy(params)
		if offset != nil {
			page.Offset = offset
		}
		if limit != nil {
			text := strconv.Itoa(*limit)
			page.Limit = &text
		}
		return c.ListTransactions(ctx, page, options...)
	})
}
