// Package wallet is what the clients of all services stand on: credentials, time limits, repetition, paging, errors.
package wallet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/wallet-services/wallet-services/clients/go/value"
)

const (
	// longestAnswer in bytes; what is longer is malformed.
	longestAnswer = 64 << 20
	// longestRefusal in bytes; what is longer is cut.
	longestRefusal = 1 << 20
)

// Core calls a service. The clients of the services are made of it.
type Core struct {
	service  string
	base     string
	settings settings
}

// NewCore makes a core for the service at an address.
func NewCore(service, baseURL string, options ...Option) (*Core, error) {
	address, err := url.Parse(baseURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("%q is no address of %s, such as https://api.example.org/%s", baseURL, service, service)
	}
	return &Core{service, strings.TrimRight(baseURL, "/"), defaults().with(options)}, nil
}

// Do sends a request until it is answered, and reads the answer. Generated code calls it.
//
// The error is a *ServiceError, a *CallError, or that of the context.
func Do[T any](ctx context.Context, core *Core, request *Request, options []Option) (T, error) {
	var answer T
	if request.err != nil {
		return answer, request.err
	}
	s := core.settings.with(options)
	for _, prepare := range s.prepare {
		prepare(request)
	}
	data, err := core.send(ctx, request, s)
	if err != nil {
		return answer, err
	}
	if s.answer != nil {
		*s.answer = data
	}
	if loose, ok := any(&answer).(*value.Loose); ok && len(data) == 0 {
		*loose = nil
		return answer, nil
	}
	err = json.Unmarshal(data, &answer)
	if err == nil && bytes.Equal(data, []byte("null")) && !mayBeNull(&answer) {
		err = errors.New("the answer is null")
	}
	if err != nil {
		var none T
		return none, &CallError{core.name(request.Operation), Malformed, err}
	}
	return answer, nil
}

// mayBeNull tells an answer that null is a value of from one that has members.
func mayBeNull(answer any) bool {
	return reflect.TypeOf(answer).Elem().Kind() != reflect.Struct
}

func (c *Core) name(operation *Operation) string {
	return c.service + " " + operation.Method + " " + operation.Path
}

// send repeats what may be repeated.
func (c *Core) send(ctx context.Context, request *Request, s settings) (data []byte, err error) {
	policy := Policy{s}
	err = policy.Run(ctx, request.Operation, func(credentials http.Header) (err error) {
		data, err = c.attempt(ctx, request, credentials, s)
		return err
	}, judge)
	return data, err
}

// judge says what an error means for the next attempt.
func judge(err error) Verdict {
	var refused *ServiceError
	if errors.As(err, &refused) {
		rejected := refused.Status == http.StatusUnauthorized
		return Verdict{Rejected: rejected, Passing: passing(refused.Status), Header: refused.Header}
	}
	var failed *CallError
	return Verdict{Passing: errors.As(err, &failed) && failed.Reason != Malformed}
}

// attempt sends a request once.
func (c *Core) attempt(ctx context.Context, request *Request, credentials http.Header, s settings) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	sent, err := c.httpRequest(limited, request, credentials, s)
	if err != nil {
		return nil, err
	}
	response, err := s.httpClient.Do(sent)
	if err != nil {
		return nil, c.failure(ctx, limited, request.Operation, err)
	}
	defer response.Body.Close()
	refused := response.StatusCode < 200 || response.StatusCode > 299
	most := longestAnswer
	if refused {
		most = longestRefusal
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	if err != nil {
		return nil, c.failure(ctx, limited, request.Operation, err)
	}
	if refused {
		return nil, newServiceError(c.name(request.Operation), response.StatusCode, response.Header, data[:min(len(data), most)])
	}
	if len(data) > most {
		return nil, &CallError{c.name(request.Operation), Malformed, errors.New("the answer is too long")}
	}
	return data, nil
}

func (c *Core) httpRequest(ctx context.Context, request *Request, credentials http.Header, s settings) (*http.Request, error) {
	var body io.Reader
	if request.body != nil {
		body = bytes.NewReader(request.body)
	}
	sent, err := http.NewRequestWithContext(ctx, request.Operation.Method, request.address(c.base), body)
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Accept", "application/json")
	if request.body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	for _, headers := range []http.Header{request.header, s.header, credentials} {
		for name, values := range headers {
			sent.Header[name] = values
		}
	}
	return sent, nil
}

// failure says why there is no answer: the caller's context, the limit of the attempt, or the network.
func (c *Core) failure(ctx, limited context.Context, operation *Operation, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// An error of the transport repeats the address, in which there may be what is nobody's business.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if limited.Err() != nil {
		return &CallError{c.name(operation), Timeout, context.DeadlineExceeded}
	}
	return &CallError{c.name(operation), Network, err}
}
