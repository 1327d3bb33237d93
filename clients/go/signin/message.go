package signin

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
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

var (
	addressForm   = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	nonceForm     = regexp.MustCompile(`^[A-Za-z0-9]{8,}$`)
	statementForm = regexp.MustCompile(`^[\x20-\x7e]*$`)
	domainForm    = regexp.MustCompile(`^[A-Za-z0-9._~%:@\[\]-]+$`)
)

// NewMessage fills in version 1, chain 1, a random nonce and the present time where nothing else is given, and judges the
// form of every field.
func NewMessage(message Message) (Message, error) {
	message.Version = "1"
	if message.ChainID == 0 {
		message.ChainID = 1
	}
	if message.Nonce == "" {
		message.Nonce = strings.ReplaceAll(uuid.NewString(), "-", "")
	}
	if message.IssuedAt == "" {
		message.IssuedAt = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return message, message.check()
}

func (m Message) check() error {
	switch {
	case !domainForm.MatchString(m.Domain):
		return errors.New("the domain of the message is malformed")
	case !addressForm.MatchString(m.Address):
		return errors.New("the address of the message is malformed")
	case !statementForm.MatchString(m.Statement):
		return errors.New("the statement of the message is not readable ASCII on one line")
	case !nonceForm.MatchString(m.Nonce):
		return errors.New("the nonce of the message is malformed: at least 8 letters and digits")
	case m.ChainID < 1:
		return errors.New("the chain of the message is malformed")
	case strings.Contains(m.RequestID, "\n"):
		return errors.New("the request id of the message has a line break")
	}
	for _, text := range append([]string{m.URI}, m.Resources...) {
		if address, err := url.Parse(text); err != nil || address.Scheme == "" || strings.ContainsAny(text, " \n") {
			return fmt.Errorf("%.100q is no URI", text)
		}
	}
	for _, text := range []string{m.IssuedAt, m.ExpirationTime, m.NotBefore} {
		if _, err := time.Parse(time.RFC3339Nano, text); text != "" && err != nil {
			return fmt.Errorf("%.100q is no time of the message", text)
		}
	}
	return nil
}

// Text is what the account signs: the lines of document 1, Method B, in their order.
func (m Message) Text() string {
	lines := []string{m.Domain + " wants you to sign in with your Ethereum account:", m.Address, ""}
	if m.Statement != "" {
		lines = append(lines, m.Statement)
	}
	lines = append(lines, "", "URI: "+m.URI, "Version: "+m.Version, fmt.Sprintf("Chain ID: %d", m.ChainID),
		"Nonce: "+m.Nonce, "Issued At: "+m.IssuedAt)
	for _, optional := range [][2]string{
		{"Expiration Time: ", m.ExpirationTime}, {"Not Before: ", m.NotBefore}, {"Request ID: ", m.RequestID},
	} {
		if optional[1] != "" {
			lines = append(lines, optional[0]+optional[1])
		}
	}
	if len(m.Resources) > 0 {
		lines = append(lines, "Resources:")
		for _, resource := range m.Resources {
			lines = append(lines, "- "+resource)
		}
	}
	return strings.Join(lines, "\n")
}

// JSON is the form in which a backend takes the message.
func (m Message) JSON() string {
	text, _ := json.Marshal(m)
	return string(text)
}
