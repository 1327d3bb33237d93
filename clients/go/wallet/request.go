package wallet

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
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

// Request is one call with its inputs. Generated code makes it.
type Request struct {
	Operation *Operation
	path      string
	query     url.Values
	header    http.Header
	body      []byte
	err       error
}

// NewRequest begins a request.
func NewRequest(operation *Operation) *Request {
	return &Request{Operation: operation, path: operation.Path}
}

// Path puts a value into the path.
func (r *Request) Path(name string, value any) {
	r.path = strings.Replace(r.path, "{"+name+"}", url.PathEscape(fmt.Sprint(value)), 1)
}

// Query adds a value to the query.
func (r *Request) Query(name string, value any) {
	if r.query == nil {
		r.query = url.Values{}
	}
	r.query.Set(name, fmt.Sprint(value))
}

// Header sets a header.
func (r *Request) Header(name string, value any) {
	if r.header == nil {
		r.header = http.Header{}
	}
	r.header.Set(name, fmt.Sprint(value))
}

// Body sets the body.
func (r *Request) Body(value any) {
	r.body, r.err = json.Marshal(value)
}

// Takes tells whether the document of the operation has a header.
func (r *Request) Takes(header string) bool {
	return slices.Contains(r.Operation.Headers, header)
}

// Has tells whether one of these stands in the query or in the headers.
func (r *Request) Has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return r.query.Has(name) || r.header.Get(name) != ""
	})
}

// address is where the request goes. The path may hold any character, encoded.
func (r *Request) address(base string) string {
	if len(r.query) == 0 {
		return base + r.path
	}
	return base + r.path + "?" + r.query.Encode()
}
