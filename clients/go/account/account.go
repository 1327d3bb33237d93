// Package account signs texts as wallets do, for programs that have a key at hand.
package account

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

// Account is an account of Ethereum. A secret: it prints as its address.
type Account struct {
	key     *secp256k1.PrivateKey
	address string
}

// New makes an account with a new key.
func New() (*Account, error) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		return nil, err
	}
	return of(key), nil
}

// FromHex makes an account of a key in 64 hexadecimal digits.
func FromHex(text string) (*Account, error) {
	bytes, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	var scalar secp256k1.ModNScalar
	if err != nil || len(bytes) != 32 || scalar.SetByteSlice(bytes) || scalar.IsZero() {
		return nil, errors.New("the key of the account is no key of secp256k1: 64 hexadecimal digits")
	}
	return of(secp256k1.NewPrivateKey(&scalar)), nil
}

func of(key *secp256k1.PrivateKey) *Account {
	hash := keccak(key.PubKey().SerializeUncompressed()[1:])
	return &Account{key, checksummed(hex.EncodeToString(hash[12:]))}
}

// checksummed writes an address with the checksum of EIP-55.
func checksummed(address string) string {
	hash := hex.EncodeToString(keccak([]byte(address)))
	letters := []byte(address)
	for index, letter := range letters {
		if letter >= 'a' && hash[index] >= '8' {
			letters[index] = letter - 'a' + 'A'
		}
	}
	return "0x" + string(letters)
}

func keccak(data []byte) []byte {
	hash := sha3.NewLegacyKeccak256()
	hash.Write(data)
	return hash.Sum(nil)
}

// Address of the account, with the checksum of EIP-55.
func (a *Account) Address() string { return a.address }

// String is the address.
func (a *Account) String() string { return a.address }

// GoString is the address.
func (a *Account) GoString() string { return a.address }

// Sign signs a text (EIP-191): 0x and 65 bytes in hexadecimal.
func (a *Account) Sign(_ context.Context, text string) (string, error) {
	hash := keccak(fmt.Appendf(nil, "\x19Ethereum Signed Message:\n%d%s", len(text), text))
	// The recovery code comes first here, and last in Ethereum.
	compact := ecdsa.SignCompact(a.key, hash, false)
	return "0x" + hex.EncodeToString(append(compact[1:], compact[0])), nil
}
