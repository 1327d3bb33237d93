// Package rpc makes clients of the services over Connect, with the same options as those over HTTP.
package rpc

import (
	"net/http"
	"path"
	"strings"

	"connectrpc.com/connect"

	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// New makes a client with a constructor of generated code. A token goes with the methods that take one, and is renewed
// once when the service rejects it; what only reads is asked again when the service cannot be reached.
//
//	lending := rpc.New(lendingv1connect.NewLendingClient, "http://127.0.0.1:4000", lending.Operations)
func New[C any](
	construct func(connect.HTTPClient, string, ...connect.ClientOption) C,
	baseURL string,
	operations map[string]*wallet.Operation,
	options ...wallet.Option,
) C {
	return construct(client{wallet.NewSender(options...), operations}, strings.TrimRight(baseURL, "/"))
}

type client struct {
	sender     *wallet.Sender
	operations map[string]*wallet.Operation
}

// bearer is the header of a token (RFC 6750, section 2.1).
var bearer = map[string]string{"Authorization": "Bearer "}

// Do sends a call as the operation whose method has the same name, where the documents have both. Others take a token, and
// are never sent again.
func (c client) Do(request *http.Request) (*http.Response, error) {
	operation := c.operations[path.Base(request.URL.Path)]
	if operation == nil {
		operation = &wallet.Operation{Method: request.Method, Path: request.URL.Path, Credentials: bearer}
	}
	return c.sender.Send(operation, request)
}
