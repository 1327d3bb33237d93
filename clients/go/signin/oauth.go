package signin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// OAuth asks a user for a token of the wallet network, with PKCE and without a secret (document 1, Method A).
type OAuth struct {
	// NetworkURL is the address in front of /oauth/authorize and /oauth/token.
	NetworkURL string
	// ClientID of the application, a UUID.
	ClientID string
	// RedirectURI is where the user comes back to, registered with the application; "" where the user copies the code.
	RedirectURI string
	// Scopes such as PROFILE:READ.
	Scopes []string
}

// Authorization is one way to the wallet: the user opens URL; State and Verifier are kept until the user comes back. The
// verifier is a secret.
type Authorization struct {
	URL, State, Verifier string
}

// ErrNotApproved is the error when the user did not approve.
var ErrNotApproved = errors.New("the user did not approve")

// ErrOtherState is the error when an answer belongs to another sign-in.
var ErrOtherState = errors.New("the answer belongs to another sign-in: begin again")

// Start prepares the way to the wallet.
func (o OAuth) Start() Authorization {
	state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	config := oauth2.Config{
		ClientID: o.ClientID, RedirectURL: o.RedirectURI, Scopes: o.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: o.NetworkURL + "/oauth/authorize"},
	}
	return Authorization{config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), state, verifier}
}

// Code reads the address that the user came back to. The error is ErrNotApproved or ErrOtherState.
func (a Authorization) Code(callback string) (string, error) {
	address, err := url.Parse(callback)
	if err != nil {
		return "", errors.New("the callback is no address")
	}
	answer := address.Query()
	code, told := answer.Get("code"), answer.Get("error")
	switch {
	case answer.Get("state") != a.State:
		return "", ErrOtherState
	case told != "" || code == "":
		return "", fmt.Errorf("%w: %.100s", ErrNotApproved, cmp.Or(told, "there is no code"))
	}
	return code, nil
}

// Grant is what the user granted.
type Grant struct {
	// Token of the wallet network.
	Token  string
	Scopes []string
}

var exchange = &wallet.Operation{ID: "exchange", Method: http.MethodPost, Path: "/oauth/token"}

// Exchange gets a token for a code.
func (o OAuth) Exchange(ctx context.Context, authorization Authorization, code string, options ...wallet.Option) (Grant, error) {
	core, err := wallet.NewCore("wallet", o.NetworkURL, options...)
	if err != nil {
		return Grant{}, err
	}
	inputs := wallet.Inputs{Body: map[string]string{
		"client_id":     o.ClientID,
		"code":          strings.TrimSpace(code),
		"code_verifier": authorization.Verifier,
		"grant_type":    "authorization_code",
	}}
	type grant struct {
		AccessToken string `json:"access_token"`
		Scope       string `json:"scope"`
	}
	// In an envelope, or without (RFC 6749, section 5.1).
	answer, err := wallet.Do[struct {
		grant
		Data grant `json:"data"`
	}](ctx, core, exchange, inputs, nil)
	if err != nil {
		return Grant{}, err
	}
	granted := cmp.Or(answer.Data, answer.grant)
	if granted.AccessToken == "" {
		return Grant{}, errors.New("the wallet network granted no token")
	}
	return Grant{granted.AccessToken, strings.Fields(granted.Scope)}, nil
}
