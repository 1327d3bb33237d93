package wallet

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
	"github.com/wallet-services/wallet-services/clients/go/value"
)

type event struct {
	id int64
	at string
}

func times(events []event, most int) func(offset, limit *string, options []Option) ([]event, error) {
	return func(offset, limit *string, _ []Option) ([]event, error) {
		length := most
		if limit != nil {
			length, _ = strconv.Atoi(*limit)
		}
		var page []event
		for _, one := range events {
			if (offset == nil || one.at >= *offset) && len(page) < length {
				page = append(page, one)
			}
		}
		return page, nil
	}
}

func of(most int) Listing {
	return Listing{Operation: &Operation{Method: "GET", Path: "/"}, most: most}
}

func TestListsWithoutAnEndEnd(t *testing.T) {
	for most, wanted := range map[int]int{5: 5, 10_000: limits.MostWithoutNew + 1} {
		count, failure := 0, (*PagingError)(nil)
		read := func(*int64, []Option) ([]int, string, bool, error) {
			count++
			return []int{1}, strconv.Itoa(count), true, nil
		}
		for _, err := range ByCursor(of(most), func(item int) any { return item }, read) {
			if err != nil && !errors.As(err, &failure) {
				t.Fatal(err)
			}
		}
		if count != wanted || failure == nil {
			t.Error(count, failure)
		}
	}
}

func TestBaseURLsAreJudgedAndNotRepeated(t *testing.T) {
	for _, base := range []string{"", "ftp://a.example", "http:///a", "http://a.example?secret", "http://a.example#secret", "http://u:secret@a.example", "http://a.example/secret\n"} {
		var failure *InputError
		if _, err := NewCore("swap", base); !errors.As(err, &failure) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", base, err)
		}
	}
}

func TestByTimeGivesEachOnceAndReachesBeyondAFullMoment(t *testing.T) {
	events := []event{{1, "a"}, {2, "b"}, {3, "b"}, {4, "b"}, {5, "c"}}
	var ids []int64
	two := "2"
	for one, err := range Items(ByTime(of(10), &two, func(e event) any { return e.id }, func(e event) string { return e.at }, times(events, 2))) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, one.id)
	}
	if !slices.Equal(ids, []int64{1, 2, 3, 4, 5}) {
		t.Error(ids)
	}
}

func TestPagesAreGivenWithTheirItems(t *testing.T) {
	events := []event{{1, "1"}, {2, "2"}, {3, "3"}}
	two := "2"
	var lengths []int
	for page, err := range ByTime(of(10), &two, func(e event) any { return e.id }, func(e event) string { return e.at }, times(events, 2)) {
		if err != nil {
			t.Fatal(err)
		}
		lengths = append(lengths, len(page))
	}
	if !slices.Equal(lengths, []int{2, 1}) {
		t.Fatalf("pages of %v items", lengths)
	}
}

func TestByCursorEndsWhereACursorComesBack(t *testing.T) {
	count := 0
	var failure *PagingError
	for _, err := range ByCursor(of(10), func(item int) any { return item }, func(*int64, []Option) ([]int, string, bool, error) { return []int{1}, "7", true, nil }) {
		count++
		if err != nil && !errors.As(err, &failure) {
			t.Fatal(err)
		}
	}
	if count != 3 || failure == nil {
		t.Error(count, failure)
	}
}

func TestKeptMakesOneTokenHoweverManyAsk(t *testing.T) {
	var made atomic.Int32
	kept := NewKept(func(context.Context) (string, time.Time, error) {
		made.Add(1)
		return "token", time.Time{}, nil
	})
	var group sync.WaitGroup
	for range 20 {
		group.Add(1)
		go func() {
			defer group.Done()
			if token, err := kept.Token(context.Background()); token != "token" || err != nil {
				t.Error(token, err)
			}
		}()
	}
	group.Wait()
	kept.Reject("another")
	if _, err := kept.Token(context.Background()); err != nil || made.Load() != 1 {
		t.Error(err, made.Load())
	}
}

func TestFortyCallsWithARejectedTokenRenewItOnce(t *testing.T) {
	var made atomic.Int32
	kept := NewKept(func(context.Context) (string, time.Time, error) {
		return "token-" + strconv.Itoa(int(made.Add(1))), time.Now().Add(time.Hour), nil
	})
	var arrived sync.WaitGroup
	arrived.Add(40)
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") == "Bearer token-1" {
			arrived.Done()
			arrived.Wait()
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		response.WriteHeader(http.StatusNotFound)
	}))
	defer server.Close()
	core, err := NewCore("swap", server.URL, WithToken(kept))
	if err != nil {
		t.Fatal(err)
	}
	operation := &Operation{Method: "GET", Path: "/", Credentials: map[string]string{"Authorization": "Bearer "}}
	var calls sync.WaitGroup
	for range 40 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			var refused *ServiceError
			if _, err := Do[struct{}](context.Background(), core, operation, Inputs{}, nil); !errors.As(err, &refused) || refused.Status != 404 {
				t.Error(err)
			}
		}()
	}
	calls.Wait()
	if made.Load() != 2 {
		t.Error(made.Load(), "tokens")
	}
}

func TestOfACancelledCallTheContextIsTheError(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		<-request.Context().Done()
	}))
	defer server.Close()
	core, err := NewCore("vault", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(20*time.Millisecond, func() { cancel(nil) })
	operation := &Operation{Method: http.MethodGet, Path: "/time"}
	if _, err = Do[struct{}](ctx, core, operation, Inputs{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	for text, least := range map[string]time.Duration{
		"2": 2 * time.Second, "99999999999999999999": time.Hour, time.Now().Add(time.Hour).UTC().Format(http.TimeFormat): 50 * time.Minute,
	} {
		if wait, ok := retryAfter(http.Header{"Retry-After": {text}}); !ok || wait < least {
			t.Error(text, wait, ok)
		}
	}
	for _, texts := range [][]string{
		{"soon"}, {"3600", "3600"}, {"Mon, 01 Jan 2099 00:00:00 GMT"}, {"Thu,  01 Jan 2099 00:00:00 GMT"},
	} {
		if _, ok := retryAfter(http.Header{"Retry-After": texts}); ok {
			t.Error(texts, "is no time")
		}
	}
}

func TestAddressesAreJudged(t *testing.T) {
	for _, address := range []string{"", "127.0.0.1:4000", "ftp://example.org", "http://"} {
		if _, err := NewCore("vault", address); err == nil || !strings.Contains(err.Error(), "vault") {
			t.Error(address, err)
		}
	}
}

func answering(t *testing.T, status int, body string) *Core {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
		answer.WriteHeader(status)
		_, _ = answer.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	core, err := NewCore("vault", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return core
}

type named struct {
	Name string
}

func get(core *Core, options ...Option) (named, error) {
	return Do[named](context.Background(), core, &Operation{Method: http.MethodGet, Path: "/"}, Inputs{}, options)
}

func TestARefusalKeepsWhatItTells(t *testing.T) {
	for body, want := range map[string]ServiceError{
		"":                                 {},
		"<html>":                           {},
		"[1]":                              {},
		"null":                             {},
		`{"code": 10404, "msg": "gone"}`:   {Code: 10404, Message: "gone"},
		`{"code": "10404", "msg": "gone"}`: {Message: "gone"},
		`{"code": 10404, "msg": 7}`:        {Code: 10404},
		`{"msg": "a\nb\u001b[31m"}`:        {Message: "a b [31m"},
		`{"msg": "` + strings.Repeat("é€", 200) + `"}`: {Message: strings.Repeat("é€", 150)},
		strings.Repeat(" ", limits.LongestRefusal+10):  {},
	} {
		var refused *ServiceError
		_, err := get(answering(t, 400, body))
		if !errors.As(err, &refused) || refused.Status != 400 || refused.Code != want.Code || refused.Message != want.Message {
			t.Errorf("%.60s: %v", body, err)
		} else if string(refused.Body) != body[:min(len(body), limits.LongestRefusal)] {
			t.Errorf("%.60s: its body is %.60s", body, refused.Body)
		}
	}
}

func TestAnAnswerIsWhatTheDocumentSaysOrMalformed(t *testing.T) {
	for _, body := range []string{"", "null", " null\n", "[]", "<html>", `{"name": 1}`, `{"name": "a"}x`} {
		var failed *CallError
		if _, err := get(answering(t, 200, body)); !errors.As(err, &failed) || failed.Reason != Malformed {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestNoMessageRepeatsAValue(t *testing.T) {
	for _, into := range []any{&decimal.Decimal{}, &time.Time{}, &value.Candle{}} {
		if err := unrepeated(json.Unmarshal([]byte(`"sesame"`), into)); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%T: %v", into, err)
		}
	}
}

func TestNullIsAnEmptyList(t *testing.T) {
	type page struct{ Items []string }
	core := answering(t, 200, `{"items": null}`)
	read, err := Do[page](context.Background(), core, &Operation{Method: http.MethodGet, Path: "/"}, Inputs{}, nil)
	if err != nil || len(read.Items) != 0 {
		t.Errorf("%v, %v", read, err)
	}
	core = answering(t, 200, `null`)
	all, err := Do[[]string](context.Background(), core, &Operation{Method: http.MethodGet, Path: "/"}, Inputs{}, nil)
	if err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestTheAnswerIsKeptAsItCame(t *testing.T) {
	var kept []byte
	body := `{"name": "a", "later": [1.10]}`
	if answer, err := get(answering(t, 200, body), WithAnswer(&kept)); err != nil || answer.Name != "a" || string(kept) != body {
		t.Error(answer, err, string(kept))
	}
}

type inputs struct {
	Limit *int64  `form:"limit,omitempty" json:"limit,omitempty"`
	Wait  *bool   `form:"wait,omitempty" json:"wait,omitempty"`
	Words string  `form:"words" json:"words"`
	Site  *string `json:"X-SITE,omitempty"`
}

// received is the request that a call with these inputs makes.
func received(t *testing.T, told Inputs, options ...Option) *http.Request {
	t.Helper()
	operation := &Operation{Method: http.MethodPost, Path: "/of/{owner}/{id}", Headers: []string{"X-SITE", "X-PAGE"}}
	request, err := NewSender(options...).request(context.Background(), "http://127.0.0.1", operation, told)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

func TestInputsStandWhereTheDocumentHasThem(t *testing.T) {
	limit, wait, site := int64(9007199254740993), false, "ä<7>"
	request := received(t, Inputs{
		Path: map[string]any{"owner": "{id}/..?é", "id": 7}, Params: &inputs{&limit, &wait, "a&b=<c> ", &site}, Body: named{"n"},
	})
	if got := request.URL.String(); got != "http://127.0.0.1/of/%7Bid%7D%2F..%3F%C3%A9/7?limit=9007199254740993&wait=false&words=a%26b%3D%3Cc%3E+" {
		t.Error(got)
	}
	if request.Header.Get("X-SITE") != site || request.Header.Get("Content-Type") != "application/json" || request.ContentLength != 12 {
		t.Error(request.Header, request.ContentLength)
	}
	// Neither what is left out, nor parameters that are nil.
	for _, params := range []any{nil, (*inputs)(nil)} {
		request = received(t, Inputs{Params: params})
		if request.URL.RawQuery != "" || request.ContentLength != 0 || len(request.Header) != 3 {
			t.Error(request.URL, request.Header)
		}
	}
}

func TestHeadersAreFilledWhereNoneOfTheInputsIsGiven(t *testing.T) {
	filling := WithFilling(http.Header{"X-Site": {"21"}, "X-Page": {""}, "X-Other": {"1"}}, "X-SITE", "limit")
	header := received(t, Inputs{Params: &inputs{}}, filling).Header
	if header.Get("X-SITE") != "21" || len(header) != 4 {
		t.Error(header)
	}
	limit, site := int64(1), "7"
	for _, params := range []*inputs{{Limit: &limit}, {Site: &site}} {
		if header := received(t, Inputs{Params: params}, filling).Header; header.Get("X-SITE") == "21" {
			t.Error(header)
		}
	}
}

func TestWhatIsTooLongIsMalformedAndNotAskedForAgain(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
		asked++
		part := make([]byte, 1<<20)
		for range limits.LongestAnswer>>20 + 1 {
			_, _ = answer.Write(part)
		}
	}))
	defer server.Close()
	core, err := NewCore("vault", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var failed *CallError
	_, err = Do[named](context.Background(), core, &Operation{Method: http.MethodGet, Repeatable: true}, Inputs{}, nil)
	if !errors.As(err, &failed) || failed.Reason != Malformed || asked != 1 {
		t.Error(err, asked)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	server := httptest.NewServer(http.RedirectHandler("/elsewhere", http.StatusFound))
	defer server.Close()
	for _, option := range []Option{WithAttempts(1), WithHTTPClient(http.DefaultClient)} {
		core, err := NewCore("vault", server.URL, option)
		if err != nil {
			t.Fatal(err)
		}
		var refused *ServiceError
		if _, err := get(core); !errors.As(err, &refused) || refused.Status != http.StatusFound {
			t.Error(err)
		}
	}
	if http.DefaultClient.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}
