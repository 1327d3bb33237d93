package walletservices;

import java.time.Duration;
import walletservices.assistant.Assistant;
import walletservices.assistant.model.Turn;

/** Waiting for a turn with the blocking read (document 3, Assistant service, rules 2 and 3). */
public final class Turns {
  /** Longest wait of one request: connections that stay silent for longer are cut on the way. */
  private static final long ROUND_MS = 20_000;

  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** Shortest time between two requests, for a service that answers 408 at once. */
  private static final long PAUSE_MS = 250;

  private Turns() {}

  /**
   * Waits until a turn is processed; it may have failed, see its error.
   *
   * @throws ServiceException with status 408 when the limit is over
   */
  public static Turn await(Assistant assistant, String conversationId, long turnId, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (true) {
      var started = System.nanoTime();
      var round = Math.max(1, Math.min(ROUND_MS, (end - started) / 1_000_000));
      var query = new Assistant.ReadTurnQuery().blockUntilResponse(true).timeout(round + "ms");
      var options = CallOptions.NONE.withTimeout(Duration.ofMillis(round).plus(MARGIN));
      try {
        return assistant.readTurn(conversationId, turnId, query, options).getData();
      } catch (ServiceException refusal) {
        var now = System.nanoTime();
        if (refusal.getStatus() != 408 || now >= end) throw refusal;
        var pause = Math.min(PAUSE_MS - (now - started) / 1_000_000, (end - now) / 1_000_000);
        Http.sleep(Duration.ofMillis(Math.max(0, pause)));
      }
    }
  }
}
