// Generated from clients/limits.json. Do not edit.
/** What the clients of all languages share. Durations are in milliseconds. */

/** Attempts of a call, the first included. */
export const ATTEMPTS = 3;

/** Longest wait before the second attempt; it doubles with each. */
export const DELAY = 200;

/** Longest wait that a service may ask for; beyond it, its answer is the outcome. */
export const LONGEST_WAIT = 30_000;

/** Longest duration of one attempt. */
export const TIMEOUT = 10_000;

/** Statuses that mean `not now`: too many requests, and those of gateways. */
export const RETRIED_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Longest answer in bytes; a longer one is malformed. */
export const LONGEST_ANSWER = 67_108_864;

/** Longest refusal in bytes; a longer one is cut. */
export const LONGEST_REFUSAL = 1_048_576;

/** Longest message of an error in characters; a longer one is cut. */
export const LONGEST_MESSAGE = 300;

/** Longest decimal in characters: reading more takes time that grows with their square. */
export const LONGEST_DECIMAL = 10_000;

/** Most pages of a list. */
export const MOST_PAGES = 10_000;

/** Most pages in a row without a new item: after them, the list counts as endless. */
export const MOST_WITHOUT_NEW = 100;

/** Most items with one time, in a list that is paged by time: the longest page that services send. */
export const MOST_AT_ONE_TIME = 500;

/** Longest wait of one request for a turn: connections that are silent for longer are cut on the way. */
export const LONGEST_BLOCK = 20_000;

/** Shortest time between two requests for a turn, for a service that answers 408 at once. */
export const SHORTEST_BLOCK = 250;
