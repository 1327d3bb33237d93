package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"github.com/hyperledger/firefly-signer/pkg/ethtypes"
	"github.com/hyperledger/firefly-signer/pkg/secp256k1"

	"github.com/wallet-services/wallet-services/clients/go/assistant"
	"github.com/wallet-services/wallet-services/clients/go/comment"
	"github.com/wallet-services/wallet-services/clients/go/lending"
	lendingv1 "github.com/wallet-services/wallet-services/clients/go/proto/lending/v1"
	"github.com/wallet-services/wallet-services/clients/go/proto/lending/v1/lendingv1connect"
	"github.com/wallet-services/wallet-services/clients/go/rpc"
	"github.com/wallet-services/wallet-services/clients/go/signin"
	"github.com/wallet-services/wallet-services/clients/go/value"
	"github.com/wallet-services/wallet-services/clients/go/vault"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// Everything between the braces of these functions stands in README.md, in this order; readme_check_test.go compares them.

var ctx = context.Background()

func Example_first() {
	keystore, err := signin.ReadKeystore([]byte(`{
		"client_id": "5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d",
		"session_id": "57866f54-b0fc-45be-a6e8-91d827e5be98",
		"private_key": "RanJwOTbmnZ4xiD8WSbIxB-dGFf9yUbbanV_s9-4aYs"
	}`))
	if err != nil {
		log.Fatal(err)
	}
	client, err := vault.NewClient("http://127.0.0.1:4000/vault", wallet.WithToken(signin.AccessToken(keystore)))
	if err != nil {
		log.Fatal(err)
	}
	count := 0
	for mine, err := range client.AllMyVaults(context.Background(), &vault.ListMyVaultsParams{Limit: value.Of[int64](10)}) {
		if err != nil {
			log.Fatal(err)
		}
		if mine.Ink.IsPositive() {
			count++
		}
	}
	fmt.Println(count > 10)
	// Output: true
}

func Example_calls() {
	client, _ := lending.NewClient("http://127.0.0.1:4000/lending", wallet.WithTimeout(5*time.Second))

	markets, err := client.ListMarkets(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, market := range markets.Data {
		if market.Symbol == "BTC" {
			// Exact decimals: github.com/shopspring/decimal.
			fmt.Println(market.TotalCash.Sub(market.Reserves).IsPositive())
		}
	}
	// Output: true
}

func Example_comment() {
	login, _ := comment.NewClient("http://127.0.0.1:4000/comment")
	key, _ := secp256k1.GenerateSecp256k1KeyPair() // firefly-signer; a wallet signs the same

	token := login.LoginWithMessage(signin.Message{
		Domain:    "notes.example.org", // one that the service trusts
		URI:       "https://notes.example.org/sign-in",
		Statement: "Sign in to comment.",
		Address:   ethtypes.AddressWithChecksum(key.Address).String(),
	}, func(_ context.Context, text string) (string, error) {
		signature, err := key.Sign(fmt.Appendf(nil, "\x19Ethereum Signed Message:\n%d%s", len(text), text))
		if err != nil {
			return "", err
		}
		return ethtypes.HexBytes0xPrefix(signature.CompactRSV()).String(), nil
	})

	client, _ := comment.NewClient("http://127.0.0.1:4000/comment",
		wallet.WithToken(token), comment.WithSite(21, "posts/august-harvest"))
	written, err := client.CreateComment(ctx, nil, comment.CommentRequest{Content: "Ripe at last."})
	if err != nil {
		log.Fatal(err)
	}
	favored, err := client.FavorComment(ctx, written.Data.ID, nil)
	fmt.Println(favored.Data.FavorCount, err)
	// Output: 1 <nil>
}

func Example_oauth() {
	oauth := signin.OAuth{
		NetworkURL:  "http://127.0.0.1:4000/wallet",
		ClientID:    "1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
		RedirectURI: "http://localhost:3000/sign-in",
		Scopes:      []string{"PROFILE:READ", "ASSETS:READ"},
	}
	started := oauth.Start() // keep it, and send the user to started.URL

	// The user came back to this address:
	code, err := started.Code("http://localhost:3000/sign-in?error=access_denied&state=" + started.State)
	if errors.Is(err, signin.ErrNotApproved) {
		fmt.Println("not approved")
		return
	}
	grant, err := oauth.Exchange(ctx, started, code)
	if err != nil {
		log.Fatal(err)
	}
	login, _ := comment.NewClient("http://127.0.0.1:4000/comment")
	_ = login.LoginWithToken(wallet.Static(grant.Token))
	// Output: not approved
}

func Example_paging() {
	client, _ := lending.NewClient("http://127.0.0.1:4000/lending")

	count := 0
	for transaction, err := range client.AllTransactions(ctx, &lending.ListTransactionsParams{Limit: value.Of("40")}) {
		if err != nil {
			log.Fatal(err)
		}
		if transaction.Action == lending.Supply {
			count++
		}
		if count == 3 {
			break // nothing more is asked for
		}
	}
	fmt.Println(count)
	// Output: 3
}

func Example_errors() {
	client, _ := vault.NewClient("http://127.0.0.1:4000/vault", wallet.WithAttempts(2))

	_, err := client.ReadFlip(ctx, uuid.Nil)
	var refused *wallet.ServiceError
	var unanswered *wallet.CallError
	switch {
	case errors.As(err, &refused):
		fmt.Println(refused.Status, refused.Code, len(refused.Body) > 0)
	case errors.As(err, &unanswered):
		fmt.Println(unanswered.Reason) // timeout, network or malformed
	case errors.Is(err, context.Canceled):
		fmt.Println("the context ended it")
	}
	// Output: 404 404 true
}

func Example_turn() {
	client, _ := assistant.NewClient("http://127.0.0.1:4000/assistant",
		assistant.WithAppID("51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4"))

	conversation, err := client.CreateConversation(ctx, assistant.ConversationRequest{BotID: 2, UserIdentity: "mira"})
	if err != nil {
		log.Fatal(err)
	}
	posted, err := client.CreateTurn(ctx, conversation.Data.ID, assistant.TurnRequest{Content: "Which pears keep until March?"})
	if err != nil {
		log.Fatal(err)
	}
	turn, err := client.WaitForTurn(ctx, conversation.Data.ID, posted.Data.ID, 30*time.Second)
	fmt.Println(turn.Response != nil, err)
	// Output: true <nil>
}

func Example_rpc() {
	client := rpc.New(lendingv1connect.NewLendingClient, "http://127.0.0.1:4000", lending.Operations)

	answer, err := client.Transactions(ctx, connect.NewRequest(&lendingv1.TransactionReq{Limit: 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(answer.Msg.Data))
	// Output: 2
}
