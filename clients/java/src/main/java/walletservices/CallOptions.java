package walletservices;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How calls are made; of a client, or of one call. What is null is left to the client, or to the default.
 *
 * @param timeout longest time of one attempt, answer and all. Default: 10 s
 * @param attempts how often GET, PUT and DELETE are tried after 429, 502, 503, 504 and failures of the network. Default: 3
 * @param delay longest wait before the second attempt, doubled with each; {@code Retry-After} wins. Default: 0.2 s
 * @param headers sent along
 */
public record CallOptions(Duration timeout, Integer attempts, Duration delay, Map<String, String> headers) {
  /** Nothing special. */
  public static final CallOptions NONE = new CallOptions(null, null, null, Map.of());

  static final CallOptions DEFAULT = new CallOptions(Duration.ofSeconds(10), 3, Duration.ofMillis(200), Map.of());

  /** Without the values of the headers, which may be secrets. */
  @Override
  public String toString() {
    return "CallOptions[timeout=%s, attempts=%s, delay=%s, headers=%s]".formatted(timeout, attempts, delay, headers.keySet());
  }

  /** The same, but for the longest time of one attempt. */
  public CallOptions withTimeout(Duration value) {
    if (value != null && (value.isZero() || value.isNegative())) {
      throw new IllegalArgumentException("the timeout is not longer than nothing");
    }
    return new CallOptions(value, attempts, delay, headers);
  }

  /** The same, but for how often calls are tried. */
  public CallOptions withAttempts(int value) {
    return new CallOptions(timeout, value, delay, headers);
  }

  /** The same, but for the wait before the second attempt. */
  public CallOptions withDelay(Duration value) {
    return new CallOptions(timeout, attempts, value, headers);
  }

  /** The same, but for the headers that are sent along. */
  public CallOptions withHeaders(Map<String, String> value) {
    return new CallOptions(timeout, attempts, delay, Map.copyOf(value));
  }

  /** These, with others where there are none. */
  CallOptions over(CallOptions others) {
    var all = new HashMap<>(others.headers);
    all.putAll(headers);
    return new CallOptions(
        Objects.requireNonNullElse(timeout, others.timeout),
        Objects.requireNonNullElse(attempts, others.attempts),
        Objects.requireNonNullElse(delay, others.delay),
        all);
  }
}
