// Package value has the values of the documents that Go has no type for.
package value

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"
)

// Of gives a pointer to a value, for optional parameters and members.
func Of[T any](value T) *T {
	return &value
}

// Loose is a value whose form the documents leave open: a number or a text, mostly. It is kept as it came, every digit of
// it, and sent back so.
type Loose []byte

// LooseText makes a Loose of a text.
func LooseText(text string) Loose {
	data, _ := json.Marshal(text)
	return data
}

// String gives a text as it is, and anything else as JSON.
func (l Loose) String() string {
	var text string
	if bytes.IndexByte(l, '"') >= 0 && json.Unmarshal(l, &text) == nil {
		return text
	}
	return string(l)
}

// Decimal reads a number, whether it stands there as a number or as a text.
func (l Loose) Decimal() (decimal.Decimal, error) {
	return decimal.NewFromString(l.String())
}

// MarshalJSON writes the value as it came; one that is empty is null.
func (l Loose) MarshalJSON() ([]byte, error) {
	if len(l) == 0 {
		return []byte("null"), nil
	}
	return l, nil
}

// UnmarshalJSON keeps the value as it comes.
func (l *Loose) UnmarshalJSON(data []byte) error {
	*l = append((*l)[:0], data...)
	return nil
}

// Candle is the prices of a pair at a moment.
type Candle struct {
	// Time as the service counts it: the documents do not say in which unit.
	Time int64
	// BaseQuote and QuoteBase are the prices base/quote and quote/base, each other's reciprocal.
	BaseQuote, QuoteBase decimal.Decimal
}

// MarshalJSON writes an array of three parts.
func (c Candle) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{c.Time, c.BaseQuote, c.QuoteBase})
}

// UnmarshalJSON reads an array of three parts.
func (c *Candle) UnmarshalJSON(data []byte) error {
	parts := []any{&c.Time, &c.BaseQuote, &c.QuoteBase}
	if err := json.Unmarshal(data, &parts); err != nil || len(parts) != 3 {
		return fmt.Errorf("a candle has three parts, a time and two prices: %.100q", data)
	}
	return nil
}
