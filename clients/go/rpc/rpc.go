// Package rpc makes clients of the services over Connect, with the same options as those over HTTP.
package rpc

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"connectrpc.com/connect"

	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// New makes a client with a constructor of generated code. A token goes with the methods that take one, and is renewed
// once when the service rejects it; what only reads is asked again when the service cannot be reached. The context of a
// call is its time limit.
//
//	lending := rpc.New(lendingv1connect.NewLendingClient, "http://127.0.0.1:4000", lending.Operations)
func New[C any](
	construct func(connect.HTTPClient, string, ...connect.ClientOption) C,
	baseURL string,
	operations map[string]*wallet.Operation,
	options ...wallet.Option,
) C {
	around := interceptor(operations, wallet.NewPolicy(options...))
	return construct(wallet.HTTPClient(options...), strings.TrimRight(baseURL, "/"), connect.WithInterceptors(around))
}

func interceptor(operations map[string]*wallet.Operation, policy *wallet.Policy) connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			operation := operationOf(operations, request.Spec().Procedure)
			var response connect.AnyResponse
			err := policy.Run(ctx, operation, func(header http.Header) (err error) {
				for name, values := range header {
					request.Header()[name] = values
				}
				response, err = next(ctx, request)
				return err
			}, judge)
			return response, err
		}
	}
}

// judge says what an error means for the next attempt.
func judge(err error) wallet.Verdict {
	var refused *connect.Error
	if !errors.As(err, &refused) {
		return wallet.Verdict{}
	}
	return wallet.Verdict{
		Rejected: refused.Code() == connect.CodeUnauthenticated,
		Passing:  refused.Code() == connect.CodeUnavailable,
		Header:   refused.Meta(),
	}
}

// operationOf finds the operation of a procedure: its method has the same name, where the documents have both. Others take
// a token, and are never sent again.
func operationOf(operations map[string]*wallet.Operation, procedure string) *wallet.Operation {
	if operation := operations[procedure[strings.LastIndex(procedure, "/")+1:]]; operation != nil {
		return operation
	}
	return &wallet.Operation{ID: procedure, Method: http.MethodPost, Credentials: []string{"Authorization"}}
}
