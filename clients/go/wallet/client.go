// Package wallet is what the clients of all services stand on: credentials, time limits, repetition, paging, errors.
package wallet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
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
	if what := wrongBase(baseURL); what != "" {
		return nil, &InputError{fmt.Sprintf("the base URL %s: write it like https://api.example.org/%s", what, service)}
	}
	return &Core{strings.TrimRight(baseURL, "/"), options}, nil
}

// wrongBase says what is wrong with a base URL, and does not repeat it: it may hold a password.
func wrongBase(baseURL string) string {
	address, err := url.Parse(baseURL)
	switch {
	case strings.ContainsFunc(baseURL, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' }):
		return "has a space, a line break or a backslash"
	case err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https":
		return "is no http or https address"
	case len(address.Port()) > 5 || address.Port() > "65535" && len(address.Port()) == 5:
		return "has a port beyond 65535"
	case address.User != nil:
		return "has a user name or a password"
	case strings.ContainsAny(baseURL, "?#"):
		return "has a query or a fragment"
	}
	return ""
}

// mark is the byte order mark that some servers put before JSON.
var mark = []byte("\xef\xbb\xbf")

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
	data := dataOf(response)
	if data, err = decoded(response, data); err != nil {
		return none, &CallError{operation.name(), Malformed, err}
	}
	if !succeeded(response) {
		return none, newServiceError(operation, response, data)
	}
	*sender.answer, *sender.page = data, data
	if _, open := any(none).(value.Loose); open && len(data) == 0 {
		return none, nil // Where the documents leave the answer open, there may be none.
	}
	data = bytes.TrimPrefix(data, mark)
	err = readable(data)
	if err == nil {
		err = unrepeated(json.Unmarshal(data, &answer))
	}
	if string(bytes.TrimSpace(data)) == "null" && reflect.TypeFor[T]().Kind() == reflect.Struct {
		err = errors.New("the answer is null")
	}
	if err != nil {
		return none, &CallError{operation.name(), Malformed, err}
	}
	return answer, nil
}

// unrepeated is what kept JSON from being read, without the values in it: those that read a value repeat it.
func unrepeated(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	if err == nil || errors.As(err, &kind) || errors.As(err, &syntax) {
		return err
	}
	return errors.New("a value is none of its type")
}

// readable says what keeps data from being read as JSON.
func readable(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("the answer is not UTF-8")
	}
	// A number that is too long lies across one of these places.
	for at := limits.LongestDecimal; at < len(data); at += limits.LongestDecimal {
		if digitsAround(data, at) > limits.LongestDecimal {
			return fmt.Errorf("a number has more than %d digits", limits.LongestDecimal)
		}
	}
	return nil
}

// digitsAround counts the digits and points without a gap around a place.
func digitsAround(data []byte, at int) int {
	isDigit := func(letter byte) bool { return letter >= '0' && letter <= '9' || letter == '.' }
	begin, end := at, at
	for begin > 0 && isDigit(data[begin-1]) && at-begin <= limits.LongestDecimal {
		begin--
	}
	for end < len(data) && isDigit(data[end]) && end-at <= limits.LongestDecimal {
		end++
	}
	return end - begin
}

// request makes a request of inputs.
func (s *Sender) request(ctx context.Context, base string, operation *Operation, inputs Inputs) (*http.Request, error) {
	path, query, header := operation.Path, url.Values{}, http.Header{"Accept": {"application/json"}, "Accept-Encoding": {"gzip"}, "User-Agent": {agent()}}
	for name, one := range inputs.Path {
		text := fmt.Sprint(one)
		if text == "" || text == "." || text == ".." {
			return nil, &InputError{fmt.Sprintf("%s cannot be %q in a path", name, text)}
		}
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text))
	}
	var params map[string]value.Loose
	if inputs.Params != nil {
		data, err := json.Marshal(inputs.Params)
		if err := errors.Join(err, json.Unmarshal(data, &params)); err != nil {
			return nil, err
		}
	}
	var body []byte
	if inputs.Body != nil {
		data, err := json.Marshal(inputs.Body)
		if err != nil {
			return nil, err
		}
		body = data
		header.Set("Content-Type", "application/json")
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
	request, err := http.NewRequestWithContext(ctx, operation.Method, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	maps.Copy(header, s.header)
	request.Header, request.URL.RawQuery = header, query.Encode()
	return request, nil
}
