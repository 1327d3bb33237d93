package walletservices;

import java.time.Duration;
import java.util.function.Supplier;

/** Hands out a token. May be shared by clients and threads. */
public interface TokenSource {
  /** The token to send now. */
  String token();

  /** Tells that a service answered 401 to a token. Returns whether there may be another one. */
  default boolean reject(String token) {
    return false;
  }

  /** A token as it is. */
  static TokenSource of(String token) {
    return () -> token;
  }

  /** Tokens that are made when they are needed, one at a time, and kept until they are rejected or so old. */
  static TokenSource kept(Supplier<String> make, Duration lifetime) {
    return new TokenSource() {
      private String kept;
      private long made;

      @Override
      public synchronized String token() {
        if (kept == null || Duration.ofNanos(System.nanoTime() - made).compareTo(lifetime) >= 0) {
          kept = make.get();
          made = System.nanoTime();
        }
        return kept;
      }

      @Override
      public synchronized boolean reject(String token) {
        if (token.equals(kept)) kept = null;
        return true;
      }
    };
  }
}
