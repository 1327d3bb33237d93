package wallet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
)

// ServiceError is a refusal: the service answered, and not with a success.
type ServiceError struct {
	// Operation that was refused, such as "GET /me".
	Operation string
	// Status of HTTP.
	Status int
	// Code and Message of the body; 0 and "" where it has none: the documents leave the body of a refusal open.
	Code    int
	Message string
	// Body as it came, its first MiB.
	Body   []byte
	Header http.Header
}

// RequestID is X-Request-Id of the answer, for a report to who runs the service; "" where there is none.
func (e *ServiceError) RequestID() string { return e.Header.Get("X-Request-Id") }

func (e *ServiceError) Error() string {
	text := fmt.Sprintf("%s was answered with %d", e.Operation, e.Status)
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

var control = regexp.MustCompile(`\p{Cc}`)

func newServiceError(operation *Operation, response *http.Response, body []byte) *ServiceError {
	// A body of any other form tells nothing, a member of any other form is as if it were not there.
	var told struct {
		Code int
		Msg  string
	}
	_ = json.Unmarshal(bytes.TrimPrefix(body, mark), &told)
	// As it may stand in a log: on one line, and not for ever. The body has all of it.
	message := fmt.Sprintf("%.*s", limits.LongestMessage, control.ReplaceAllString(hidden(told.Msg, operation, response.Request), " "))
	return &ServiceError{operation.name(), response.StatusCode, told.Code, message, body, response.Header}
}

// hidden is a text without the credentials that were sent: a service may repeat them.
func hidden(text string, operation *Operation, request *http.Request) string {
	if request == nil {
		return text
	}
	for name, prefix := range operation.Credentials {
		if secret := strings.TrimPrefix(request.Header.Get(name), prefix); secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	return text
}

// InputError says that what a client or a call was given cannot be used: an address, a credential, a value in a path.
// Nothing was sent.
type InputError struct{ Message string }

func (e *InputError) Error() string { return e.Message }

// Reason says why there is no answer.
type Reason string

// The reasons.
const (
	// Timeout: one attempt took longer than it may; see WithTimeout.
	Timeout Reason = "timeout"
	// Network: the service was not reached, or its answer broke off.
	Network Reason = "network"
	// Malformed: the answer is not what the document says.
	Malformed Reason = "malformed"
)

// CallError says that there is no answer. When the context of the call ended it, the error is the context's instead.
type CallError struct {
	Operation string
	Reason    Reason
	Err       error
}

func (e *CallError) Error() string {
	return fmt.Sprintf("%s has no answer (%s): %v", e.Operation, e.Reason, e.Err)
}

// Unwrap gives the cause.
func (e *CallError) Unwrap() error { return e.Err }

// PagingError says that a list cannot be read to its end: the service breaks its own paging.
type PagingError struct{ Message string }

func (e *PagingError) Error() string { return e.Message }
