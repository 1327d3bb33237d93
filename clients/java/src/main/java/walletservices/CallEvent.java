package walletservices;

import java.time.Duration;

/**
 * Something that happens within a call, for logs and metrics. It holds no credential.
 *
 * @param kind what happens
 * @param call such as {@code GET https://api.example.org/swap/pairs}
 * @param attempt counted from 1
 * @param duration of an attempt, or of the wait that follows; zero of a renewal
 * @param error of an attempt that failed; else null
 */
public record CallEvent(Kind kind, String call, int attempt, Duration duration, WalletException error) {
  /** What happens. */
  public enum Kind {
    /** An attempt has ended. */
    ATTEMPT,
    /** A wait before the next attempt begins. */
    WAIT,
    /** A token was rejected, and another one is used. */
    RENEWAL
  }
}
