package account

import (
	"context"
	"testing"
)

// A key, a text and a signature that are widely published: those of web3.js's documentation of accounts.sign.
func TestASignatureIsThatOfEveryWallet(t *testing.T) {
	account, err := FromHex("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318")
	if err != nil {
		t.Fatal(err)
	}
	if account.Address() != "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23" {
		t.Error(account.Address())
	}
	signature, err := account.Sign(context.Background(), "Some data")
	want := "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd" +
		"6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c"
	if err != nil || signature != want {
		t.Error(signature, err)
	}
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	for _, text := range []string{"", "00", "0000000000000000000000000000000000000000000000000000000000000000", "zz"} {
		if _, err := FromHex(text); err == nil {
			t.Error(text)
		}
	}
}
