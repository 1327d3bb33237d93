package signin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Message is a message of EIP-4361 (document 1, Method B). Domain, Address and URI are needed; NewMessage fills in the rest.
type Message struct {
	// Domain that asks for the signature, such as notes.example.org.
	Domain string `json:"domain"`
	// Address of the account, with the checksum of EIP-55.
	Address string `json:"address"`
	// Statement is readable ASCII on one line.
	Statement string `json:"statement,omitempty"`
	URI       string `json:"uri"`
	Version   string `json:"version"`
	ChainID   int64  `json:"chainId"`
	Nonce     string `json:"nonce"`
	// IssuedAt, ExpirationTime and NotBefore are times of ISO 8601.
	IssuedAt       string   `json:"issuedAt"`
	ExpirationTime string   `json:"expirationTime,omitempty"`
	NotBefore      string   `json:"notBefore,omitempty"`
	RequestID      string   `json:"requestId,omitempty"`
	Resources      []string `json:"resources,omitempty"`
}

// NewMessage fills in version 1, chain 1, a random nonce and the present time where nothing else is given, and judges the
// form of every field.
func NewMessage(message Message) (Message, error) {
	message.Version = "1"
	message.ChainID = cmp.Or(message.ChainID, 1)
	message.Nonce = cmp.Or(message.Nonce, strings.ReplaceAll(uuid.NewString(), "-", ""))
	message.IssuedAt = cmp.Or(message.IssuedAt, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
	return message, message.check()
}

const (
	uriForm  = `[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^\x60]*`
	timeForm = `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`
)

// parts are the fields in their order, with their names and their forms; those of the first three the text does not have.
func (m Message) parts() [][3]string {
	return [][3]string{
		{"domain", m.Domain, `[A-Za-z0-9._~%:@\[\]-]+`}, {"address", m.Address, `0x[0-9a-fA-F]{40}`},
		{"statement", m.Statement, `[\x20-\x7e]*`},
		{"URI", m.URI, uriForm}, {"Version", m.Version, "1"}, {"Chain ID", strconv.FormatInt(m.ChainID, 10), `[1-9]\d*`},
		{"Nonce", m.Nonce, `[A-Za-z0-9]{8,}`}, {"Issued At", m.IssuedAt, timeForm},
		{"Expiration Time", m.ExpirationTime, "|" + timeForm}, {"Not Before", m.NotBefore, "|" + timeForm},
		{"Request ID", m.RequestID, `[^\r\n]*`},
	}
}

func (m Message) check() error {
	parts := m.parts()
	for _, resource := range m.Resources {
		parts = append(parts, [3]string{"resource", resource, uriForm})
	}
	for _, part := range parts {
		if !regexp.MustCompile("^(" + part[2] + ")$").MatchString(part[1]) {
			return fmt.Errorf("the %s of the message is malformed: %.100q", part[0], part[1])
		}
	}
	return nil
}

// Text is what the account signs: the lines of document 1, Method B, in their order.
func (m Message) Text() string {
	text := m.Domain + " wants you to sign in with your Ethereum account:\n" + m.Address + "\n\n"
	if m.Statement != "" {
		text += m.Statement + "\n"
	}
	for _, part := range m.parts()[3:] {
		if part[1] != "" {
			text += "\n" + part[0] + ": " + part[1]
		}
	}
	if len(m.Resources) > 0 {
		text += "\nResources:\n- " + strings.Join(m.Resources, "\n- ")
	}
	return text
}

// JSON is the form in which a backend takes the message.
func (m Message) JSON() string {
	text, _ := json.Marshal(m)
	return string(text)
}
