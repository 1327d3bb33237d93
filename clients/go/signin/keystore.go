// Package signin gets tokens: signed with a keystore, from the user by OAuth, or by a message that an account signs.
package signin

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// Keystore is what an application was given by the wallet network. A secret: it prints as nothing.
type Keystore struct {
	clientID, sessionID string
	key                 ed25519.PrivateKey
}

// String hides the key.
func (Keystore) String() string { return "Keystore" }

// GoString hides the key.
func (Keystore) GoString() string { return "Keystore" }

// ReadKeystore reads {"client_id": ..., "session_id": ..., "private_key": ...}. Where these are missing app_id or user_id,
// and session_private_key, are taken: SDKs of the network write them so. The key is Ed25519, 32 or 64 bytes, in
// hexadecimal, base64 or base64url. No error repeats anything of it.
func ReadKeystore(data []byte) (*Keystore, error) {
	var members struct {
		ClientID          string `json:"client_id"`
		AppID             string `json:"app_id"`
		UserID            string `json:"user_id"`
		SessionID         string `json:"session_id"`
		PrivateKey        string `json:"private_key"`
		SessionPrivateKey string `json:"session_private_key"`
	}
	if json.Unmarshal(data, &members) != nil {
		return nil, errors.New("the keystore is no JSON object of texts")
	}
	keystore := &Keystore{clientID: cmp.Or(members.ClientID, members.AppID, members.UserID), sessionID: members.SessionID}
	if keystore.clientID == "" || keystore.sessionID == "" {
		return nil, errors.New("the keystore has no client_id or no session_id")
	}
	text := cmp.Or(members.PrivateKey, members.SessionPrivateKey)
	seed, err := hex.DecodeString(text)
	if err != nil {
		text = strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(text), "=")
		seed, _ = base64.RawURLEncoding.DecodeString(text)
	}
	if len(seed) != 32 && len(seed) != 64 {
		return nil, errors.New("the private_key of the keystore is no Ed25519 key: 32 or 64 bytes, hexadecimal or base64")
	}
	keystore.key = ed25519.NewKeyFromSeed(seed[:ed25519.SeedSize])
	return keystore, nil
}

// Request is what a token is signed for. The services take one for GET /me without a body, the zero value.
type Request struct {
	// Method in upper case, Path below the base address of the network with its query, Body as it is sent.
	Method, Path, Body string
	// Scope of the token; "" is FULL.
	Scope string
	// Lifetime of the token; 0 is ten minutes.
	Lifetime time.Duration
}

const tenMinutes = 10 * time.Minute

// Sign signs one token for a request (document 1, Access token for protected operations).
func (k *Keystore) Sign(request Request) (string, error) {
	if request.Method == "" {
		request.Method, request.Path = "GET", "/me"
	}
	hash, now := sha256.Sum256([]byte(request.Method+request.Path+request.Body)), time.Now()
	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"uid": k.clientID, "sid": k.sessionID, "jti": uuid.NewString(), "scp": cmp.Or(request.Scope, "FULL"),
		"sig": hex.EncodeToString(hash[:]), "iat": now.Unix(), "exp": now.Add(cmp.Or(request.Lifetime, tenMinutes)).Unix(),
	}).SignedString(k.key)
}

// AccessToken hands out tokens that the keystore signs: ten minutes each, kept, and replaced a minute before they end or
// when a service rejects them. Nothing is sent anywhere.
func AccessToken(keystore *Keystore) wallet.TokenSource {
	return wallet.NewKept(func(context.Context) (string, time.Time, error) {
		token, err := keystore.Sign(Request{})
		return token, time.Now().Add(tenMinutes - time.Minute), err
	})
}
