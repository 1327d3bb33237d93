package wallet

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait that a service may ask for; beyond it the answer is handed out as it is.
const longestWait = 30 * time.Second

// passing are the statuses that say "not now".
func passing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// backoff is a random wait before the attempt behind the given one, counted from 1: many clients that failed together do
// not come back together.
func backoff(delay time.Duration, attempt int) time.Duration {
	return time.Duration(rand.Float64() * float64(delay) * float64(int(1)<<min(attempt-1, 16)))
}

// retryAfter is what the service asks for: seconds, or a date (RFC 9110, section 10.2.3).
func retryAfter(header http.Header) (time.Duration, bool) {
	text := header.Get("Retry-After")
	if text != "" && strings.Trim(text, "0123456789") == "" {
		seconds, err := strconv.ParseUint(text, 10, 31)
		if err != nil { // More than 60 years: whoever reads it gives up.
			seconds = math.MaxInt32
		}
		return time.Duration(seconds) * time.Second, true
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(date)), true
	}
	return 0, false
}

// Sleep waits, or until the context ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Verdict is what an error means for the next attempt.
type Verdict struct {
	// Rejected credentials: others may be accepted.
	Rejected bool
	// Passing: it may go well the next time.
	Passing bool
	// Header of the answer, for Retry-After.
	Header http.Header
}

// Policy presents credentials and repeats calls, as options say.
type Policy struct{ settings settings }

// NewPolicy makes a policy of options.
func NewPolicy(options ...Option) *Policy {
	return &Policy{defaults().with(options)}
}

// Run makes attempts until one succeeds or there is no use in another. An operation that must not be sent twice is sent
// again only when its credentials were rejected, once.
func (p *Policy) Run(ctx context.Context, operation *Operation, attempt func(credentials http.Header) error, judge func(error) Verdict) error {
	renewed := false
	for count := 1; ; count++ {
		credentials, rejectAll, err := p.present(ctx, operation.Credentials)
		if err != nil {
			return err
		}
		if err = attempt(credentials); err == nil || ctx.Err() != nil {
			return err
		}
		verdict := judge(err)
		if verdict.Rejected && !renewed && rejectAll() {
			renewed = true
			count--
			continue
		}
		if !verdict.Passing || !operation.Repeatable() || count >= p.settings.attempts {
			return err
		}
		wait, asked := retryAfter(verdict.Header)
		if !asked {
			wait = backoff(p.settings.delay, count)
		}
		if wait > longestWait {
			return err
		}
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// present asks for the credentials that an operation takes. What it gives beside them tells their sources that they were
// rejected, and whether there is a chance that others are accepted.
func (p *Policy) present(ctx context.Context, names []string) (http.Header, func() bool, error) {
	header, tokens := http.Header{}, map[string]string{}
	for _, name := range names {
		source := p.settings.credentials[name]
		if source == nil {
			continue
		}
		token, err := source.Token(ctx)
		if err != nil {
			return nil, nil, err
		}
		tokens[name] = token
		if name == "Authorization" {
			token = "Bearer " + token
		}
		header.Set(name, token)
	}
	return header, func() bool {
		renewable := false
		for name, token := range tokens {
			renewable = p.settings.credentials[name].Reject(token) || renewable
		}
		return renewable
	}, nil
}
