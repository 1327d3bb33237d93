package rpc

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"connectrpc.com/connect"

	lendingv1 "github.com/wallet-services/wallet-services/clients/go/proto/lending/v1"
	"github.com/wallet-services/wallet-services/clients/go/proto/lending/v1/lendingv1connect"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

func TestAMessageIsSentAgainAsItWas(t *testing.T) {
	statuses := []int{http.StatusUnauthorized, http.StatusServiceUnavailable, http.StatusOK}
	var bodies, tokens []string
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		bodies, tokens = append(bodies, string(body)), append(tokens, request.Header.Get("Authorization"))
		answer.Header().Set("Content-Type", "application/proto")
		answer.WriteHeader(statuses[len(bodies)-1])
	}))
	defer server.Close()
	made := 0
	source := wallet.NewKept(func(context.Context) (string, time.Time, error) {
		made++
		return string(rune('a' + made)), time.Time{}, nil
	})
	operations := map[string]*wallet.Operation{"Transactions": {Repeatable: true, Credentials: bearer}}
	client := New(lendingv1connect.NewLendingClient, server.URL+"/", operations, wallet.WithToken(source))
	_, err := client.Transactions(context.Background(), connect.NewRequest(&lendingv1.TransactionReq{Limit: 2}))
	if err != nil || !slices.Equal(tokens, []string{"Bearer b", "Bearer c", "Bearer c"}) {
		t.Error(err, tokens)
	}
	if len(bodies) != 3 || bodies[0] == "" || bodies[1] != bodies[0] || bodies[2] != bodies[0] {
		t.Errorf("%q", bodies)
	}
}

func TestAMethodThatNoDocumentHasIsSentOnce(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
		asked++
		answer.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	client := New(lendingv1connect.NewLendingClient, server.URL, nil)
	_, err := client.AllMarkets(context.Background(), connect.NewRequest(&lendingv1.MarketReq{}))
	if err == nil || asked != 1 {
		t.Error(err, asked)
	}
}
