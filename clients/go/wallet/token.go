package wallet

import (
	"context"
	"time"
)

// TokenSource hands out a token, and renews it.
type TokenSource interface {
	// Token is the one to send now.
	Token(ctx context.Context) (string, error)
	// Reject tells that a service answered 401 to a token; it says whether another one can be had.
	Reject(token string) bool
}

// Static is a token that cannot be renewed.
type Static string

// Token is the token itself.
func (s Static) Token(context.Context) (string, error) { return string(s), nil }

// Reject says that there is no other.
func (Static) Reject(string) bool { return false }

// Kept keeps a token until it is about to end or was rejected. However many ask at once, one is made; when making it
// fails, who asked is told, and the next one to ask tries again.
type Kept struct {
	make func(ctx context.Context) (token string, until time.Time, err error)
	// Holds the state; a channel, so that who waits for it can stop waiting.
	state chan keptToken
}

type keptToken struct {
	token string
	until time.Time
}

// NewKept keeps what obtain gives. A token whose until is zero is kept until it is rejected.
func NewKept(obtain func(ctx context.Context) (token string, until time.Time, err error)) *Kept {
	kept := &Kept{make: obtain, state: make(chan keptToken, 1)}
	kept.state <- keptToken{}
	return kept
}

// Token is the kept token, or a new one.
func (k *Kept) Token(ctx context.Context) (string, error) {
	var state keptToken
	select {
	case state = <-k.state:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { k.state <- state }()
	if state.token == "" || !state.until.IsZero() && !time.Now().Before(state.until) {
		token, until, err := k.make(ctx)
		if err != nil {
			return "", err
		}
		state = keptToken{token, until}
	}
	return state.token, nil
}

// Reject forgets the token, if it is still the kept one.
func (k *Kept) Reject(token string) bool {
	state := <-k.state
	if state.token == token {
		state = keptToken{}
	}
	k.state <- state
	return true
}
