package wallet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// longestAnswer in bytes; what is longer is malformed.
	longestAnswer = 64 << 20
	// longestRefusal in bytes; what is longer is cut.
	longestRefusal = 1 << 20
	// longestWait that a service may ask for; beyond it the answer is handed out as it is.
	longestWait = 30 * time.Second
)

// Sender sends requests as options say: with credentials, within time limits, and again where that is of use.
type Sender struct{ settings }

// NewSender makes a sender of options.
func NewSender(options ...Option) *Sender {
	return &Sender{defaults().with(options)}
}

// Send sends a request until it is answered, and gives the answer with its whole body. An operation that must not be sent
// twice is sent again only when its credentials were rejected, once.
//
// The error is a *CallError, or that of the context.
func (s *Sender) Send(operation *Operation, request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	var body []byte
	if request.Body != nil {
		defer request.Body.Close()
		var err error
		if body, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
	}
	renewed := false
	for count := 1; ; count++ {
		sent := request.Clone(ctx)
		reject, err := s.present(sent, operation.Credentials)
		if err != nil {
			return nil, err
		}
		response, err := s.attempt(operation, sent, body)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && response.StatusCode == http.StatusUnauthorized && !renewed && reject() {
			renewed = true
			count--
			continue
		}
		wait, again := s.wait(response, err, count)
		if !again || !operation.Repeatable() || count >= s.attempts {
			return response, err
		}
		if err := Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// attempt sends a request once, and reads the answer.
func (s *Sender) attempt(operation *Operation, request *http.Request, body []byte) (*http.Response, error) {
	limited, cancel := context.WithTimeout(request.Context(), s.timeout)
	defer cancel()
	failed := func(err error) error {
		// An error of the transport repeats the address, in which there may be what is nobody's business.
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		if limited.Err() != nil {
			return &CallError{operation.name(), Timeout, context.DeadlineExceeded}
		}
		return &CallError{operation.name(), Network, err}
	}
	request = request.WithContext(limited)
	if body != nil {
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		request.Body, _ = request.GetBody()
	}
	response, err := s.httpClient.Do(request)
	if err != nil {
		return nil, failed(err)
	}
	defer response.Body.Close()
	most := longestAnswer
	if !succeeded(response) {
		most = longestRefusal
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	if err != nil {
		return nil, failed(err)
	}
	if len(data) > most && succeeded(response) {
		return nil, &CallError{operation.name(), Malformed, errors.New("the answer is too long")}
	}
	response.Body = io.NopCloser(bytes.NewReader(data[:min(len(data), most)]))
	return response, nil
}

func succeeded(response *http.Response) bool {
	return response.StatusCode/100 == 2
}

// present adds the credentials that an operation takes. What it gives tells their sources that they were rejected, and
// whether there is a chance that others are accepted.
func (s *Sender) present(request *http.Request, names []string) (func() bool, error) {
	tokens := map[string]string{}
	for _, name := range names {
		source := s.credentials[name]
		if source == nil {
			continue
		}
		token, err := source.Token(request.Context())
		if err != nil {
			return nil, err
		}
		tokens[name] = token
		if name == "Authorization" {
			token = "Bearer " + token
		}
		request.Header.Set(name, token)
	}
	return func() bool {
		renewable := false
		for name, token := range tokens {
			renewable = s.credentials[name].Reject(token) || renewable
		}
		return renewable
	}, nil
}

// wait says whether there is a use in another attempt, and how long to wait before it: as long as the service asks, or a
// random time, so that many clients that failed together do not come back together.
func (s *Sender) wait(response *http.Response, err error, count int) (time.Duration, bool) {
	var failed *CallError
	if errors.As(err, &failed) && failed.Reason == Malformed {
		return 0, false
	}
	wait := time.Duration(rand.Float64() * float64(s.delay) * float64(int(1)<<min(count-1, 16)))
	if err == nil {
		if !slices.Contains([]int{429, 502, 503, 504}, response.StatusCode) {
			return 0, false
		}
		if asked, ok := retryAfter(response.Header); ok {
			wait = asked
		}
	}
	return wait, wait <= longestWait
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
	date, err := http.ParseTime(text)
	return max(0, time.Until(date)), err == nil
}

// Sleep waits, or until the context ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
