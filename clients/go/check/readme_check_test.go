package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The examples name the address of `npm run serve`; here they reach the server of WALLET_SERVER.
func TestMain(m *testing.M) {
	flag.Parse()
	server, err := url.Parse(os.Getenv("WALLET_SERVER"))
	switch {
	case err == nil && server.Host != "":
		transport := http.DefaultTransport.(*http.Transport)
		transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, server.Host)
		}
	case os.Getenv("CI") != "":
		fmt.Fprintln(os.Stderr, "WALLET_SERVER is not set: the examples of the README cannot be tried")
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "The examples of the README are left out: set WALLET_SERVER=http://127.0.0.1:4000, and run `npm run serve`.")
		_ = flag.Set("test.run", "^Test")
	}
	os.Exit(m.Run())
}

// Every block of Go in the README is a piece of the examples, which are compiled and run.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 8 {
		t.Fatalf("the README has %d blocks of Go", len(blocks))
	}
	tried := strings.Join(strings.Fields(string(examples)), " ")
	for _, block := range blocks {
		_, body, found := strings.Cut(block[1], "func main() {\n")
		if found {
			body = strings.TrimSuffix(strings.TrimSpace(body), "}")
		} else {
			body = block[1]
		}
		body = regexp.MustCompile(` // prints .*`).ReplaceAllString(body, "")
		if !strings.Contains(tried, strings.Join(strings.Fields(body), " ")) {
			t.Errorf("not among the examples:\n%s", body)
		}
	}
}
