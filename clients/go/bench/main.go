// Command bench measures what a call of the client costs beside the same with net/http and encoding/json: a line of JSON
// with the median times of `GET /swap/transactions?limit=20` of BENCH_URL, in microseconds, both taken in turns. Without the
// client it does what any call must: a time limit, a check of the status, and the answer as the same types.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/wallet-services/wallet-services/clients/go/swap"
	"github.com/wallet-services/wallet-services/clients/go/value"
)

const (
	warmUp = 300
	rounds = 3000
)

var plain = http.Client{Timeout: 10 * time.Second}

func bare(address string) error {
	response, err := plain.Get(address)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New(response.Status)
	}
	var answer swap.TransactionsResponse
	return json.NewDecoder(response.Body).Decode(&answer)
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Nanoseconds()) / 1000
}

func main() {
	base := os.Getenv("BENCH_URL")
	client, err := swap.NewClient(base + "/swap")
	if err != nil {
		log.Fatalf("BENCH_URL: %v", err)
	}
	params := &swap.ListTransactionsParams{Limit: value.Of[int64](20)}
	calls := [2]func() error{
		func() error { return bare(base + "/swap/transactions?limit=20") },
		func() error { _, err := client.ListTransactions(context.Background(), params); return err },
	}
	var times [2][]time.Duration
	for round := range warmUp + rounds {
		for index, call := range calls {
			started := time.Now()
			if err := call(); err != nil {
				log.Fatal(err)
			}
			if round >= warmUp {
				times[index] = append(times[index], time.Since(started))
			}
		}
	}
	fmt.Printf("{\"bare\": %.1f, \"client\": %.1f}\n", median(times[0]), median(times[1]))
}
