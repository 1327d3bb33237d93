// Command check takes the steps of `npm run check:client` with these clients.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

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
	"github.com/wallet-services/wallet-services/clients/go/swap"
	"github.com/wallet-services/wallet-services/clients/go/vault"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

type ask struct {
	Do, Service, Operation, Method string
	Input                          json.RawMessage
	Most                           int
	MaxPages                       int    `json:"max_pages"`
	URL                            string `json:"url"`
	OwnHTTP                        bool   `json:"own_http"`
	Authority                      string `json:"authority"`
	Credentials                    map[string]string
	TimeoutMS                      int       `json:"timeout_ms"`
	AbortAfterMS                   int       `json:"abort_after_ms"`
	ConversationID                 uuid.UUID `json:"conversation_id"`
	TurnID                         int64     `json:"turn_id"`
	LimitMS                        int       `json:"limit_ms"`
	ClientID                       string    `json:"client_id"`
	RedirectURI                    string    `json:"redirect_uri"`
	Scopes                         []string
}

type driver struct {
	clients map[string]any
	comment *comment.Client
	// Anonymous, for signing in.
	login   *comment.Client
	account *secp256k1.KeyPair
	network wallet.TokenSource
	rpc     lendingv1connect.LendingClient
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return value
}

func newDriver() *driver {
	at := func(name string) string { return os.Getenv("CHECK_" + name) }
	token := signin.AccessToken(must(signin.ReadKeystore([]byte(at("KEYSTORE")))))
	d := &driver{
		login:   must(comment.NewClient(at("COMMENT_URL"))),
		account: secp256k1.KeyPairFromBytes(must(hex.DecodeString(strings.TrimPrefix(at("ACCOUNT_KEY"), "0x")))),
		network: token,
		rpc:     rpc.New(lendingv1connect.NewLendingClient, at("RPC_URL"), lending.Operations, wallet.WithToken(token)),
	}
	d.comment = must(comment.NewClient(at("COMMENT_URL"), wallet.WithToken(d.login.LoginWithToken(token))))
	d.clients = map[string]any{
		"lending":   must(lending.NewClient(at("LENDING_URL"), wallet.WithToken(token))),
		"comment":   d.comment,
		"swap":      must(swap.NewClient(at("SWAP_URL"), wallet.WithToken(token))),
		"vault":     must(vault.NewClient(at("VAULT_URL"), wallet.WithToken(token))),
		"assistant": must(assistant.NewClient(at("ASSISTANT_URL"), assistant.WithAppID(at("APP_ID")), assistant.WithAppSecret(at("APP_SECRET")))),
	}
	return d
}

func (d *driver) take(ctx context.Context, a ask) (any, error) {
	switch a.Do {
	case "call":
		var options []wallet.Option
		if a.TimeoutMS > 0 {
			options = append(options, wallet.WithTimeout(time.Duration(a.TimeoutMS)*time.Millisecond))
		}
		if a.AbortAfterMS > 0 {
			aborted, cancel := context.WithCancel(ctx)
			time.AfterFunc(time.Duration(a.AbortAfterMS)*time.Millisecond, cancel)
			ctx = aborted
		}
		client, err := d.clientFor(a)
		if err != nil {
			return nil, err
		}
		return call(ctx, client, a, options)
	case "list":
		client, err := d.clientFor(a)
		if err != nil {
			return nil, err
		}
		return list(ctx, client, a)
	case "wait":
		client := d.clients["assistant"].(*assistant.Client)
		return client.WaitForTurn(ctx, a.ConversationID, a.TurnID, time.Duration(a.LimitMS)*time.Millisecond)
	case "sign-in":
		source := d.login.LoginWithToken(d.network)
		if a.Method == "SignedMessage" {
			source = d.login.LoginWithMessage(signin.Message{
				Domain: os.Getenv("CHECK_DOMAIN"), URI: os.Getenv("CHECK_URI"), Address: ethtypes.AddressWithChecksum(d.account.Address).String(),
			}, d.sign)
		}
		return d.comment.ReadMe(ctx, wallet.WithToken(source))
	case "authorize":
		return d.authorize(ctx, a)
	case "rpc":
		return d.call(ctx, a)
	}
	return nil, errors.New("unknown: " + a.Do)
}

// clientFor is the client of a step: that of its service, or a new one for an address of its own.
func (d *driver) clientFor(a ask) (client any, err error) {
	if a.URL == "" {
		return d.clients[a.Service], nil
	}
	var options []wallet.Option
	if a.OwnHTTP {
		options = append(options, wallet.WithHTTPClient(&http.Client{}))
	}
	if a.Authority != "" {
		trusted := x509.NewCertPool()
		trusted.AppendCertsFromPEM([]byte(a.Authority))
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}
		options = append(options, wallet.WithHTTPClient(&http.Client{Transport: transport}))
	}
	if token := a.Credentials["token"]; token != "" {
		options = append(options, wallet.WithToken(wallet.Static(token)))
	}
	if id := a.Credentials["app_id"]; id != "" {
		options = append(options, assistant.WithAppID(id), assistant.WithAppSecret(a.Credentials["app_secret"]))
	}
	switch a.Service {
	case "lending":
		return lending.NewClient(a.URL, options...)
	case "comment":
		return comment.NewClient(a.URL, options...)
	case "swap":
		return swap.NewClient(a.URL, options...)
	case "vault":
		return vault.NewClient(a.URL, options...)
	}
	return assistant.NewClient(a.URL, options...)
}

// sign signs a text as wallets do (EIP-191).
func (d *driver) sign(_ context.Context, text string) (string, error) {
	signature, err := d.account.Sign(fmt.Appendf(nil, "\x19Ethereum Signed Message:\n%d%s", len(text), text))
	if err != nil {
		return "", err
	}
	return ethtypes.HexBytes0xPrefix(signature.CompactRSV()).String(), nil
}

// authorize sends the user to the wallet; here the wallet sends the user back at once.
func (d *driver) authorize(ctx context.Context, a ask) (any, error) {
	oauth := signin.OAuth{
		NetworkURL: os.Getenv("CHECK_NETWORK_URL"), ClientID: a.ClientID, RedirectURI: a.RedirectURI, Scopes: a.Scopes,
	}
	started := oauth.Start()
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	back, err := browser.Get(started.URL)
	if err != nil {
		return nil, err
	}
	back.Body.Close()
	code, err := started.Code(back.Header.Get("Location"))
	if err != nil {
		return nil, err
	}
	grant, err := oauth.Exchange(ctx, started, code)
	if err != nil {
		return nil, err
	}
	source := d.login.LoginWithToken(wallet.Static(grant.Token))
	return d.comment.ReadMe(ctx, wallet.WithToken(source))
}

// call calls a method of RPC.
func (d *driver) call(ctx context.Context, a ask) (any, error) {
	switch a.Method {
	case "AllMarkets":
		return unary(ctx, a.Input, &lendingv1.MarketReq{}, d.rpc.AllMarkets)
	case "Transactions":
		return unary(ctx, a.Input, &lendingv1.TransactionReq{}, d.rpc.Transactions)
	}
	return nil, errors.New("unknown: " + a.Method)
}

func unary[Q, A any, M interface {
	*A
	proto.Message
}](ctx context.Context, input []byte, message proto.Message, call func(context.Context, *connect.Request[Q]) (*connect.Response[A], error)) (any, error) {
	if err := protojson.Unmarshal(input, message); err != nil {
		return nil, err
	}
	answer, err := call(ctx, connect.NewRequest(any(message).(*Q)))
	if err != nil {
		return nil, err
	}
	text, err := protojson.Marshal(M(answer.Msg))
	return json.RawMessage(text), err
}

func answer(result any, err error) any {
	if err == nil {
		return map[string]any{"ok": true, "result": result}
	}
	told := map[string]any{"kind": "other", "message": err.Error()}
	var refused *wallet.ServiceError
	var failed *wallet.CallError
	var paging *wallet.PagingError
	var invalid *wallet.InputError
	switch {
	case errors.As(err, &refused):
		told["kind"], told["status"] = "refused", refused.Status
	case errors.As(err, &failed):
		told["kind"] = failed.Reason
	case errors.As(err, &paging):
		told["kind"] = "paging"
	case errors.As(err, &invalid):
		told["kind"] = "invalid"
	case errors.Is(err, context.Canceled):
		told["kind"] = "aborted"
	}
	return map[string]any{"ok": false, "error": told}
}

func main() {
	d := newDriver()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	encoder := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var a ask
		err := json.Unmarshal(lines.Bytes(), &a)
		var result any
		if err == nil {
			result, err = d.take(context.Background(), a)
		}
		must(0, encoder.Encode(answer(result, err)))
	}
}
