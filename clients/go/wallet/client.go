// Package wallet is what the clients of all services stand on: credentials, time limits, repetition, paging, errors.
package wallet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// Operation is an operation of a document.
type Operation struct {
	// ID is the operationId.
	ID, Method, Path string
	// Credentials are the headers that carry the credentials it takes.
	Credentials []string
	// Headers are its parameters in headers.
	Headers []string
}

// Repeatable tells whether a request may be sent again when no answer came (RFC 9110, section 9.2.2).
func (o *Operation) Repeatable() bool {
	return o.Method != http.MethodPost && o.Method != http.MethodPatch
}

func (o *Operation) name() string { return o.Method + " " + o.Path }

// Request is one call with its inputs. Generated code makes it.
type Request struct {
	operation *Operation
	path      string
	query     url.Values
	header    http.Header
	body      any
}

// NewRequest begins a request.
func NewRequest(operation *Operation) *Request {
	return &Request{operation, operation.Path, url.Values{}, http.Header{}, nil}
}

// Path puts a value into the path.
func (r *Request) Path(name string, value any) {
	r.path = strings.Replace(r.path, "{"+name+"}", url.PathEscape(fmt.Sprint(value)), 1)
}

// Query adds a value to the query.
func (r *Request) Query(name string, value any) { r.query.Set(name, fmt.Sprint(value)) }

// Header sets a header.
func (r *Request) Header(name string, value any) { r.header.Set(name, fmt.Sprint(value)) }

// Body sets the body.
func (r *Request) Body(value any) { r.body = value }

// fill sets headers that the operation has, unless one of these inputs is there.
func (r *Request) fill(header http.Header, unless []string) {
	if slices.ContainsFunc(unless, func(name string) bool { return r.query.Has(name) || r.header.Get(name) != "" }) {
		return
	}
	for name := range header {
		if slices.ContainsFunc(r.operation.Headers, func(known string) bool { return strings.EqualFold(known, name) }) {
			r.header.Set(name, header.Get(name))
		}
	}
}

// Core calls a service. The clients of the services are made of it.
type Core struct {
	base    string
	options []Option
}

// NewCore makes a core for the service at an address.
func NewCore(service, baseURL string, options ...Option) (*Core, error) {
	address, err := url.Parse(baseURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("%q is no address of %s, such as https://api.example.org/%s", baseURL, service, service)
	}
	return &Core{strings.TrimRight(baseURL, "/"), options}, nil
}

// Do sends a request until it is answered, and reads the answer. Generated code calls it.
//
// The error is a *ServiceError, a *CallError, or that of the context.
func Do[T any](ctx context.Context, core *Core, request *Request, options []Option) (T, error) {
	var answer, none T
	settings := told(core.options, options)
	request.fill(settings.filling, settings.unless)
	sent, err := request.http(ctx, core.base, settings.header)
	if err != nil {
		return none, err
	}
	response, err := (&Sender{settings}).Send(request.operation, sent)
	if err != nil {
		return none, err
	}
	data, _ := io.ReadAll(response.Body) // In memory already.
	if !succeeded(response) {
		return none, newServiceError(request.operation.name(), response, data)
	}
	if settings.answer != nil {
		*settings.answer = data
	}
	if _, open := any(none).(json.Marshaler); open && len(data) == 0 {
		return none, nil // Where the documents leave the answer open, there may be none.
	}
	err = json.Unmarshal(data, &answer)
	if err == nil && string(data) == "null" && reflect.TypeFor[T]().Kind() == reflect.Struct {
		err = errors.New("the answer is null")
	}
	if err != nil {
		return none, &CallError{request.operation.name(), Malformed, err}
	}
	return answer, nil
}

func (r *Request) http(ctx context.Context, base string, more http.Header) (*http.Request, error) {
	address, body := base+r.path, io.Reader(nil)
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	if r.body != nil {
		data, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
		r.header.Set("Content-Type", "application/json")
	}
	sent, err := http.NewRequestWithContext(ctx, r.operation.Method, address, body)
	if err != nil {
		return nil, err
	}
	sent.Header = r.header
	sent.Header.Set("Accept", "application/json")
	maps.Copy(sent.Header, more)
	return sent, nil
}
