package wallet

import (
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
)

// Option is something that a client, or a single call of it, is told. What a call is told stands before what its client is.
type Option func(*Sender)

// Sender sends requests as options say: with credentials, within time limits, and again where that is of use.
type Sender struct {
	httpClient      http.Client
	timeout, delay  time.Duration
	attempts        int
	header, filling http.Header
	unless          []string
	credentials     map[string]TokenSource
	answer, page    *[]byte
	maxPages        int
	event           func(Event)
}

// EventKind says what happens within a call.
type EventKind string

// The kinds of events.
const (
	Attempt EventKind = "attempt"
	Wait    EventKind = "wait"
	Renewal EventKind = "renewal"
)

// Event is something that happens within a call, for logs and metrics. It holds no credential.
type Event struct {
	Kind EventKind
	// Operation such as "GET /me".
	Operation string
	// Attempt is counted from 1.
	Attempt int
	// Duration of an attempt or a wait.
	Duration time.Duration
	// Status of an answer; 0 where there is none.
	Status int
	// Err says why there is no answer.
	Err error
}

// agent names this client and, where the program was built with modules, its version.
var agent = sync.OnceValue(func() string {
	const name, path = "wallet-services-go", "github.com/wallet-services/wallet-services/clients/go"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				return name + "/" + strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return name
})

// NewSender makes a sender of options, the later ones before the earlier.
func NewSender(options ...Option) *Sender {
	s := &Sender{
		timeout: limits.Timeout, attempts: limits.Attempts, delay: limits.Delay,
		header: http.Header{}, credentials: map[string]TokenSource{}, answer: new([]byte), page: new([]byte),
		maxPages: limits.MostPages, event: func(Event) {},
	}
	for _, option := range options {
		option(s)
	}
	transport := s.httpClient.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	s.httpClient.Transport = unfollowed{transport}
	s.httpClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s
}

// WithHTTPClient sends requests with this client, whose redirects are not followed: no credential is carried to another
// place. Default: one with the transport of http.DefaultClient.
func WithHTTPClient(client *http.Client) Option {
	return func(s *Sender) {
		if client != nil {
			s.httpClient = *client
		}
	}
}

// WithTimeout limits one attempt, its answer included. Default: 10 s; 0 is no limit. What the context says holds for all
// attempts.
func WithTimeout(timeout time.Duration) Option {
	return func(s *Sender) { s.timeout = timeout }
}

// WithAttempts says how often a call that may be sent again is tried, the first time included. Default: 3.
func WithAttempts(attempts int) Option {
	return func(s *Sender) { s.attempts = attempts }
}

// WithDelay is the longest wait before the second attempt; it doubles with each. Default: 200 ms; Retry-After wins.
func WithDelay(delay time.Duration) Option {
	return func(s *Sender) { s.delay = delay }
}

// WithMaxPages is how many pages of a list are read at most: one with more is a *PagingError. Default: 10,000.
func WithMaxPages(pages int) Option {
	return func(s *Sender) { s.maxPages = pages }
}

// WithEvents reports each attempt, wait and renewal.
func WithEvents(report func(Event)) Option {
	return func(s *Sender) { s.event = report }
}

// WithHeader sends a header along.
func WithHeader(name, value string) Option {
	return func(s *Sender) { s.header.Set(name, value) }
}

// WithFilling sends headers along with the operations whose document has them, unless one of these inputs is given. A
// header with an empty value is not sent.
func WithFilling(header http.Header, unless ...string) Option {
	return func(s *Sender) { s.filling, s.unless = header, unless }
}

// WithToken sends a token with the operations that take one, and renews it once when the service answers 401.
func WithToken(source TokenSource) Option {
	return WithCredential("Authorization", source)
}

// WithCredential sends a credential in its header, with the operations whose document names it.
func WithCredential(header string, source TokenSource) Option {
	return func(s *Sender) { s.credentials[header] = source }
}

// WithAnswer keeps the answer of a call as it came, for members that its type does not have, or to tell null from nothing.
func WithAnswer(into *[]byte) Option {
	return func(s *Sender) { s.answer = into }
}
