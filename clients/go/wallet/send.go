package wallet

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
)

// Send sends a request until it is answered, and gives the answer with its whole body. An operation that must not be sent
// twice is sent again only when its credentials were rejected, once. A request with a body has GetBody, as net/http and
// Connect set it.
//
// The error is a *CallError, or that of the context.
func (s *Sender) Send(operation *Operation, request *http.Request) (*http.Response, error) {
	ctx, renewed := request.Context(), false
	for count := 1; ; count++ {
		tokens, err := s.tokens(ctx, operation)
		if err != nil {
			return nil, err
		}
		began := time.Now()
		response, err := s.attempt(operation, request, tokens)
		s.event(Event{Kind: Attempt, Operation: operation.name(), Attempt: count, Duration: time.Since(began), Status: statusOf(response), Err: err})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if response != nil && response.StatusCode == http.StatusUnauthorized && !renewed {
			for name, token := range tokens {
				renewed = s.credentials[name].Reject(token) || renewed
			}
			if renewed {
				s.event(Event{Kind: Renewal, Operation: operation.name(), Attempt: count})
				count--
				continue
			}
		}
		wait, again := s.wait(response, count)
		if !again || !operation.Repeatable || count >= s.attempts {
			return response, err
		}
		s.event(Event{Kind: Wait, Operation: operation.name(), Attempt: count, Duration: wait})
		if err := Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// tokens are the credentials that an operation takes, by the names of their headers.
func (s *Sender) tokens(ctx context.Context, operation *Operation) (tokens map[string]string, err error) {
	tokens = map[string]string{}
	for name := range operation.Credentials {
		if source := s.credentials[name]; source != nil && err == nil {
			tokens[name], err = source.Token(ctx)
			if err == nil && !sendable(tokens[name]) {
				err = &InputError{"the credential for " + name + " cannot be sent: it is not ASCII, or has a space at an end"}
			}
		}
	}
	return tokens, err
}

// attempt sends a request once, and reads the answer, which is there beside the error when it is too long.
func (s *Sender) attempt(operation *Operation, request *http.Request, tokens map[string]string) (*http.Response, error) {
	limited, cancel := request.Context(), context.CancelFunc(func() {})
	if s.timeout > 0 {
		limited, cancel = context.WithTimeout(limited, s.timeout)
	}
	defer cancel()
	sent := request.Clone(limited)
	if request.GetBody != nil {
		sent.Body, _ = request.GetBody()
	}
	for name, token := range tokens {
		sent.Header.Set(name, operation.Credentials[name]+token)
	}
	response, data, err := s.exchange(sent)
	switch {
	case err != nil && limited.Err() != nil:
		return nil, &CallError{operation.name(), Timeout, context.DeadlineExceeded}
	case err != nil:
		return nil, &CallError{operation.name(), Network, legible(err)}
	case len(data) > limits.LongestAnswer:
		return response, &CallError{operation.name(), Malformed, errTooLong}
	}
	response.Body = read{bytes.NewReader(data), data}
	return response, nil
}

// read is a body that is in memory.
type read struct {
	*bytes.Reader
	data []byte
}

func (read) Close() error { return nil }

// dataOf is the whole body of an answer of Send.
func dataOf(response *http.Response) []byte {
	if body, ok := response.Body.(read); ok {
		return body.data
	}
	return nil
}

// roomAtFirst is the most that is reserved on the word of a service.
const roomAtFirst = 1 << 20

// exchange sends a request, and reads as much of the answer as there may be.
func (s *Sender) exchange(request *http.Request) (*http.Response, []byte, error) {
	response, err := s.httpClient.Do(request)
	if err != nil {
		// Around it is the address, in which there may be what is nobody's business.
		return nil, nil, errors.Unwrap(err)
	}
	defer response.Body.Close()
	if response.StatusCode < http.StatusContinue {
		return nil, nil, errors.New("a status below 100")
	}
	if response.StatusCode == http.StatusSwitchingProtocols {
		return response, nil, nil // What follows is another protocol: no deadline ends reading it.
	}
	most := limits.LongestRefusal
	if succeeded(response) {
		most = limits.LongestAnswer + 1
	}
	// Room for what is announced, and for the read that finds its end.
	var body bytes.Buffer
	body.Grow(int(min(max(response.ContentLength, 0), roomAtFirst)) + bytes.MinRead)
	_, err = body.ReadFrom(io.LimitReader(response.Body, int64(most)))
	data := body.Bytes()
	if !succeeded(response) && request.Context().Err() == nil {
		err = nil // Of a refusal the status counts, whatever its body.
	}
	return response, data, err
}

// decoded is a body without its compression, as far as it may go. net/http does not know x-gzip, the old name of gzip
// (RFC 9110, section 8.4.1.3).
func decoded(response *http.Response, data []byte) ([]byte, error) {
	switch strings.ToLower(response.Header.Get("Content-Encoding")) {
	case "gzip", "x-gzip":
	default:
		return data, nil
	}
	most := limits.LongestRefusal
	if succeeded(response) {
		most = limits.LongestAnswer + 1
	}
	reader, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(reader, int64(most)))
	}
	switch {
	case err != nil && succeeded(response):
		return nil, errors.New("the answer is not encoded as it says")
	case len(data) > limits.LongestAnswer:
		return nil, errTooLong
	}
	return data, nil // Of a refusal the status counts, whatever its body.
}

var errTooLong = errors.New("the answer is too long")

// sendable says whether a header can carry a credential as it is.
func sendable(text string) bool {
	return strings.TrimSpace(text) == text && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

// legible is what the network reports. What is wrong with an answer is not told: it may repeat what was sent.
func legible(err error) error {
	var network net.Error
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	if errors.As(err, &network) || errors.As(err, &certificate) || errors.As(err, &record) {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return errors.New("the answer is not HTTP")
}

// unfollowed gives redirects as they came: without an address that cannot be read, which http.Client takes for a failure
// and repeats.
type unfollowed struct{ http.RoundTripper }

func (u unfollowed) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := u.RoundTripper.RoundTrip(request)
	if err == nil && response.StatusCode/100 == 3 {
		if _, unread := response.Location(); unread != nil {
			response.Header.Del("Location")
		}
	}
	return response, err
}

func statusOf(response *http.Response) int {
	if response == nil {
		return 0
	}
	return response.StatusCode
}

func succeeded(response *http.Response) bool {
	return response.StatusCode/100 == 2
}

// wait says whether there is a use in another attempt, and how long to wait before it: as long as the service asks, or a
// random time, so that many clients that failed together do not come back together.
func (s *Sender) wait(response *http.Response, count int) (time.Duration, bool) {
	wait := time.Duration(rand.Float64() * float64(s.delay) * float64(int(1)<<min(count-1, 16)))
	if response != nil {
		if !slices.Contains(limits.RetriedStatuses, response.StatusCode) {
			return 0, false
		}
		if asked, ok := retryAfter(response.Header); ok {
			wait = asked
		}
	}
	return wait, wait <= limits.LongestWait
}

// retryAfter is what the service asks for: seconds, or a date (RFC 9110, section 10.2.3).
func retryAfter(header http.Header) (time.Duration, bool) {
	text := strings.Join(header.Values("Retry-After"), ", ")
	// What is out of range is the longest that fits, more than 60 years: whoever reads it gives up.
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(seconds) * time.Second, true
	}
	for _, form := range []string{http.TimeFormat, time.RFC850, time.ANSIC} {
		// time takes more spaces, and any day of the week.
		if date, err := time.Parse(form, text); err == nil && date.Format(form) == text {
			return max(0, time.Until(date)), true
		}
	}
	return 0, false
}

// Sleep waits, or until the context ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	<-waiting.Done()
	return ctx.Err()
}
