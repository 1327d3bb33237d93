package comment

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/signin"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// LoginWithToken signs in with a token of the wallet network: signed with a keystore, or one of OAuth. The service's own
// token is kept, and asked for anew when it is rejected.
func (c *Client) LoginWithToken(network wallet.TokenSource) wallet.TokenSource {
	return c.login(func(ctx context.Context) (SignInRequest, error) {
		token, err := network.Token(ctx)
		return SignInRequest{Method: MixinToken, MixinToken: &token}, err
	})
}

// LoginWithMessage signs in with a message (EIP-4361). It asks sign for a signature of a new message each time: 0x and 65
// bytes in hexadecimal, as wallets give it (EIP-191). Domain, address and URI of the message are needed.
func (c *Client) LoginWithMessage(fields signin.Message, sign func(ctx context.Context, text string) (string, error)) wallet.TokenSource {
	return c.login(func(ctx context.Context) (SignInRequest, error) {
		message, err := signin.NewMessage(fields)
		if err != nil {
			return SignInRequest{}, err
		}
		signature, err := sign(ctx, message.Text())
		text := message.JSON()
		return SignInRequest{Method: Mvm, SignedMessage: &text, Signature: &signature}, err
	})
}

func (c *Client) login(proof func(context.Context) (SignInRequest, error)) wallet.TokenSource {
	return wallet.NewKept(func(ctx context.Context) (string, time.Time, error) {
		request, err := proof(ctx)
		if err != nil {
			return "", time.Time{}, err
		}
		session, err := c.SignIn(ctx, request)
		return session.Data.AccessToken, time.Time{}, err
	})
}

// WithSite chooses the site by its number, and the page on it by its slug, for calls that need one and choose none
// themselves (document 2, Choosing a site). A number of 0 or an empty slug is not sent.
func WithSite(id int64, slug string) wallet.Option {
	header := http.Header{}
	header.Set("X-COMMENT-SITE-SLUG", slug)
	if id != 0 {
		header.Set("X-COMMENT-SITE-ID", strconv.FormatInt(id, 10))
	}
	return wallet.WithFilling(header, "site_id", "slug", "X-COMMENT-SITE-ID", "X-COMMENT-SITE-SLUG")
}
