// Generated from clients/limits.json. Do not edit.
package walletservices;

import java.time.Duration;
import java.util.List;

/** What the clients of all languages share. */
final class Limits {
  /** Attempts of a call, the first included. */
  static final int ATTEMPTS = 3;

  /** Longest wait before the second attempt; it doubles with each. */
  static final Duration DELAY = Duration.ofMillis(200);

  /** Longest wait that a service may ask for; beyond it, its answer is the outcome. */
  static final Duration LONGEST_WAIT = Duration.ofMillis(30_000);

  /** Longest duration of one attempt. */
  static final Duration TIMEOUT = Duration.ofMillis(10_000);

  /** Statuses that mean `not now`: too many requests, and those of gateways. */
  static final List<Integer> RETRIED_STATUSES = List.of(429, 502, 503, 504);

  /** Longest answer in bytes; a longer one is malformed. */
  static final int LONGEST_ANSWER = 67_108_864;

  /** Longest refusal in bytes; a longer one is cut. */
  static final int LONGEST_REFUSAL = 1_048_576;

  /** Longest message of an error in characters; a longer one is cut. */
  static final int LONGEST_MESSAGE = 300;

  /** Longest decimal in characters: reading more takes time that grows with their square. */
  static final int LONGEST_DECIMAL = 10_000;

  /** Most pages of a list. */
  static final int MOST_PAGES = 10_000;

  /** Most pages in a row without a new item: after them, the list counts as endless. */
  static final int MOST_WITHOUT_NEW = 100;

  /** Most items with one time, in a list that is paged by time: the longest page that services send. */
  static final int MOST_AT_ONE_TIME = 500;

  /** Longest wait of one request for a turn: connections that are silent for longer are cut on the way. */
  static final Duration LONGEST_BLOCK = Duration.ofMillis(20_000);

  /** Shortest time between two requests for a turn, for a service that answers 408 at once. */
  static final Duration SHORTEST_BLOCK = Duration.ofMillis(250);

  private Limits() {}
}
