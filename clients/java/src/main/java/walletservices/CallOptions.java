package walletservices;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How calls are made; of a client, or of one call. What is null is left to the client, or to the default.
 *
 * @param timeout longest time of one attempt, answer and all. Default: 10 s
 * @param attempts how often GET, PUT and DELETE are tried after 429, 502, 503, 504 and failures of the network. Default: 3
 * @param delay longest wait before the second attempt, doubled with each; {@code Retry-After} wins. Default: 0.2 s
 * @param headers sent along
 * @param totalTimeout longest time of the whole call: attempts, waits and renewals. Default: none of its own
 * @param onEvent gets each attempt, wait and renewal. What it throws ends the call
 */
public record CallOptions(
    Duration timeout,
    Integer attempts,
    Duration delay,
    Map<String, String> headers,
    Duration totalTimeout,
    Consumer<CallEvent> onEvent) {
  /** Nothing special. */
  public static final CallOptions NONE = new CallOptions(null, null, null, Map.of(), null, null);

  static final CallOptions DEFAULT = new CallOptions(
      Limits.TIMEOUT, Limits.ATTEMPTS, Limits.DELAY, Map.of(), Duration.ofMillis(Long.MAX_VALUE / 1_000_000), event -> {});

  /** Without the values of the headers, which may be secrets. */
  @Override
  public String toString() {
    return "CallOptions[timeout=%s, attempts=%s, delay=%s, headers=%s, totalTimeout=%s]"
        .formatted(timeout, attempts, delay, headers.keySet(), totalTimeout);
  }

  /** The same, but for the longest time of one attempt. */
  public CallOptions withTimeout(Duration value) {
    return new CallOptions(checked("timeout", value), attempts, delay, headers, totalTimeout, onEvent);
  }

  /** The same, but for how often calls are tried. */
  public CallOptions withAttempts(int value) {
    return new CallOptions(timeout, value, delay, headers, totalTimeout, onEvent);
  }

  /** The same, but for the wait before the second attempt. */
  public CallOptions withDelay(Duration value) {
    return new CallOptions(timeout, attempts, value, headers, totalTimeout, onEvent);
  }

  /** The same, but for the headers that are sent along. */
  public CallOptions withHeaders(Map<String, String> value) {
    return new CallOptions(timeout, attempts, delay, Map.copyOf(value), totalTimeout, onEvent);
  }

  /** The same, but for the longest time of the whole call. */
  public CallOptions withTotalTimeout(Duration value) {
    return new CallOptions(timeout, attempts, delay, headers, checked("totalTimeout", value), onEvent);
  }

  /** The same, but for what gets each attempt, wait and renewal. */
  public CallOptions withOnEvent(Consumer<CallEvent> value) {
    return new CallOptions(timeout, attempts, delay, headers, totalTimeout, value);
  }

  private static Duration checked(String name, Duration value) {
    if (value != null && (value.isZero() || value.isNegative())) {
      throw new IllegalArgumentException("the " + name + " is not longer than nothing");
    }
    return value;
  }

  /** These, with others where there are none. */
  CallOptions over(CallOptions others) {
    var all = new HashMap<>(others.headers);
    all.putAll(headers);
    return new CallOptions(
        Objects.requireNonNullElse(timeout, others.timeout),
        Objects.requireNonNullElse(attempts, others.attempts),
        Objects.requireNonNullElse(delay, others.delay),
        all,
        Objects.requireNonNullElse(totalTimeout, others.totalTimeout),
        Objects.requireNonNullElse(onEvent, others.onEvent));
  }
}
