package wallet

import (
	"net/http"
	"slices"
	"time"
)

// Option is something that a client, or a single call of it, is told. What a call is told stands before what its client is.
type Option func(*settings)

type settings struct {
	httpClient      *http.Client
	timeout, delay  time.Duration
	attempts        int
	header, filling http.Header
	unless          []string
	credentials     map[string]TokenSource
	answer          *[]byte
}

// One for all, so that connections are kept.
var plain = withoutRedirects(http.Client{})

// told gives the settings that options make, the later ones before the earlier.
func told(options ...[]Option) settings {
	s := settings{
		httpClient: plain, timeout: 10 * time.Second, attempts: 3, delay: 200 * time.Millisecond,
		header: http.Header{}, credentials: map[string]TokenSource{},
	}
	for _, option := range slices.Concat(options...) {
		option(&s)
	}
	return s
}

// WithHTTPClient sends requests with this client, whose redirects are not followed: no credential is carried to another
// place. Default: one with the transport of http.DefaultClient.
func WithHTTPClient(client *http.Client) Option {
	unredirected := withoutRedirects(*client)
	return func(s *settings) { s.httpClient = unredirected }
}

func withoutRedirects(client http.Client) *http.Client {
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// WithTimeout limits one attempt, its answer included. Default: 10 s; what the context says holds for all attempts.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithAttempts says how often a call that may be sent again is tried, the first time included. Default: 3.
func WithAttempts(attempts int) Option {
	return func(s *settings) { s.attempts = attempts }
}

// WithDelay is the longest wait before the second attempt; it doubles with each. Default: 200 ms; Retry-After wins.
func WithDelay(delay time.Duration) Option {
	return func(s *settings) { s.delay = delay }
}

// WithHeader sends a header along.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.header.Set(name, value) }
}

// WithFilling sends headers along with the operations whose document has them, unless one of these inputs is given.
func WithFilling(header http.Header, unless ...string) Option {
	return func(s *settings) { s.filling, s.unless = header, unless }
}

// WithToken sends a token with the operations that take one, and renews it once when the service answers 401.
func WithToken(source TokenSource) Option {
	return WithCredential("Authorization", source)
}

// WithCredential sends a credential in its header, with the operations whose document names it.
func WithCredential(header string, source TokenSource) Option {
	return func(s *settings) { s.credentials[header] = source }
}

// WithAnswer keeps the answer of a call as it came, for members that its type does not have, or to tell null from nothing.
func WithAnswer(into *[]byte) Option {
	return func(s *settings) { s.answer = into }
}
