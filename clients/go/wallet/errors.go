package wallet

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
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

func (e *ServiceError) Error() string {
	text := fmt.Sprintf("%s was answered with %d", e.Operation, e.Status)
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

var control = regexp.MustCompile(`\p{Cc}`)

func newServiceError(operation string, response *http.Response, body []byte) *ServiceError {
	// A body of any other form tells nothing, a member of any other form is as if it were not there.
	var told struct {
		Code int
		Msg  string
	}
	_ = json.Unmarshal(body, &told)
	// As it may stand in a log: on one line, and not for ever. The body has all of it.
	message := fmt.Sprintf("%.300s", control.ReplaceAllString(told.Msg, " "))
	return &ServiceError{operation, response.StatusCode, told.Code, message, body, response.Header}
}

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
