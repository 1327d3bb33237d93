// Code generated from clients/limits.json. DO NOT EDIT.

// Package limits has what the clients of all languages share.
package limits

import "time"

// Attempts. Attempts of a call, the first included.
const Attempts = 3

// Delay. Longest wait before the second attempt; it doubles with each.
const Delay = 200 * time.Millisecond

// LongestWait. Longest wait that a service may ask for; beyond it, its answer is the outcome.
const LongestWait = 30_000 * time.Millisecond

// Timeout. Longest duration of one attempt.
const Timeout = 10_000 * time.Millisecond

// RetriedStatuses. Statuses that mean `not now`: too many requests, and those of gateways.
var RetriedStatuses = []int{429, 502, 503, 504}

// LongestAnswer. Longest answer in bytes; a longer one is malformed.
const LongestAnswer = 67_108_864

// LongestRefusal. Longest refusal in bytes; a longer one is cut.
const LongestRefusal = 1_048_576

// LongestMessage. Longest message of an error in characters; a longer one is cut.
const LongestMessage = 300

// LongestDecimal. Longest decimal in characters: reading more takes time that grows with their square.
const LongestDecimal = 10_000

// MostPages. Most pages of a list.
const MostPages = 10_000

// MostWithoutNew. Most pages in a row without a new item: after them, the list counts as endless.
const MostWithoutNew = 100

// MostAtOneTime. Most items with one time, in a list that is paged by time: the longest page that services send.
const MostAtOneTime = 500

// LongestBlock. Longest wait of one request for a turn: connections that are silent for longer are cut on the way.
const LongestBlock = 20_000 * time.Millisecond

// ShortestBlock. Shortest time between two requests for a turn, for a service that answers 408 at once.
const ShortestBlock = 250 * time.Millisecond
