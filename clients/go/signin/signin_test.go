package signin

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const keystore = `{"client_id": "c", "session_id": "s", "private_key": "RanJwOTbmnZ4xiD8WSbIxB-dGFf9yUbbanV_s9-4aYs"}`

func TestAKeystoreIsReadAndNotShown(t *testing.T) {
	read, err := ReadKeystore([]byte(keystore))
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%v %+v %#v", read, read, *read); strings.ContainsAny(text, "{[0") {
		t.Error(text)
	}
	for _, wrong := range []string{"", "{}", `[1]`, strings.Replace(keystore, "RanJ", "R", 1)} {
		if _, err := ReadKeystore([]byte(wrong)); err == nil || strings.Contains(err.Error(), "anJw") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestAMessageHasItsLinesInOrder(t *testing.T) {
	message, err := NewMessage(Message{
		Domain: "notes.example.org", Address: "0x" + strings.Repeat("a", 40), URI: "https://notes.example.org",
		Nonce: "12345678", IssuedAt: "2021-08-17T11:14:49Z", Resources: []string{"https://example.org"},
	})
	want := "notes.example.org wants you to sign in with your Ethereum account:\n0x" + strings.Repeat("a", 40) +
		"\n\n\nURI: https://notes.example.org\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2021-08-17T11:14:49Z\n" +
		"Resources:\n- https://example.org"
	if err != nil || message.Text() != want {
		t.Error(err, message.Text())
	}
	for _, wrong := range []Message{
		{}, {Domain: "a b", Address: message.Address, URI: message.URI},
		{Domain: "a", Address: message.Address, URI: message.URI, Statement: "two\nlines"},
		{Domain: "a", Address: message.Address, URI: "no address"},
	} {
		if _, err := NewMessage(wrong); err == nil {
			t.Errorf("taken: %+v", wrong)
		}
	}
}

func TestOnlyTheAnswerToThisRequestIsTaken(t *testing.T) {
	started := OAuth{NetworkURL: "http://127.0.0.1:1/wallet"}.Start()
	if code, err := started.Code("http://localhost/?code=c&state=" + started.State); code != "c" || err != nil {
		t.Error(code, err)
	}
	if _, err := started.Code("http://localhost/?code=c&state=x"); !errors.Is(err, ErrOtherState) {
		t.Error(err)
	}
	if _, err := started.Code("http://localhost/?error=access_denied&state=" + started.State); !errors.Is(err, ErrNotApproved) {
		t.Error(err)
	}
}
