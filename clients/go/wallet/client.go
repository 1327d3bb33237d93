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

	"github.com/wallet-services/wallet-services/clients/go/value"
)

// Operation is an operation of a document.
type Operation struct {
	// ID is the operationId.
	ID, Method, Path string
	// Repeatable tells whether a request may be sent again when no answer came (RFC 9110, section 9.2.2).
	Repeatable bool
	// Credentials are the headers that carry the credentials it takes, each with what stands before the credential.
	Credentials map[string]string
	// Headers are its parameters in headers.
	Headers []string
}

func (o *Operation) name() string { return o.Method + " " + o.Path }

// Inputs are what a call is told. Generated code makes them.
type Inputs struct {
	// Path has the values that stand in the path, by their names.
	Path map[string]any
	// Params points to the parameters of query and headers, which the names of JSON are those of; it may be nil.
	Params any
	// Body is sent as JSON; nil is none.
	Body any
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
func Do[T any](ctx context.Context, core *Core, operation *Operation, inputs Inputs, options []Option) (T, error) {
	var answer, none T
	sender := NewSender(slices.Concat(core.options, options)...)
	request, err := sender.request(ctx, core.base, operation, inputs)
	if err != nil {
		return none, err
	}
	response, err := sender.Send(operation, request)
	if err != nil {
		return none, err
	}
	data, _ := io.ReadAll(response.Body) // In memory already.
	if !succeeded(response) {
		return none, newServiceError(operation.name(), response, data)
	}
	*sender.answer = data
	if _, open := any(none).(value.Loose); open && len(data) == 0 {
		return none, nil // Where the documents leave the answer open, there may be none.
	}
	err = json.Unmarshal(data, &answer)
	if string(bytes.TrimSpace(data)) == "null" && reflect.TypeFor[T]().Kind() == reflect.Struct {
		err = errors.New("the answer is null")
	}
	if err != nil {
		return none, &CallError{operation.name(), Malformed, err}
	}
	return answer, nil
}

// request makes a request of inputs.
func (s *Sender) request(ctx context.Context, base string, operation *Operation, inputs Inputs) (*http.Request, error) {
	path, query, header := operation.Path, url.Values{}, http.Header{"Accept": {"application/json"}}
	for name, one := range inputs.Path {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(fmt.Sprint(one)))
	}
	var params map[string]value.Loose
	data, err := json.Marshal(inputs.Params)
	body, unwritten := json.Marshal(inputs.Body)
	if err := errors.Join(err, unwritten, json.Unmarshal(data, &params)); err != nil {
		return nil, err
	}
	chosen := slices.ContainsFunc(s.unless, func(name string) bool { return params[name] != nil })
	for _, name := range operation.Headers {
		if filling := s.filling.Get(name); filling != "" && !chosen {
			header.Set(name, filling)
		}
	}
	for name, one := range params {
		if slices.Contains(operation.Headers, name) {
			header.Set(name, one.String())
		} else {
			query.Set(name, one.String())
		}
	}
	if inputs.Body == nil {
		body = nil
	} else {
		header.Set("Content-Type", "application/json")
	}
	request, err := http.NewRequestWithContext(ctx, operation.Method, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	maps.Copy(header, s.header)
	request.Header, request.URL.RawQuery = header, query.Encode()
	return request, nil
}
