package walletservices;

import java.time.Duration;
import walletservices.assistant.Assistant;
import walletservices.assistant.model.Turn;

/** Waiting for a turn with the blocking read (document 3, Assistant service, rules 2 and 3). */
public final class Turns {
  private Turns() {}

  /**
   * Waits until a turn is processed; it may have failed, see its error. A request waits at most 20 s, since connections
   * that stay silent are cut on the way; 250 ms lie between two of them at least.
   *
   * @throws ServiceException with status 408 when the limit is over
   */
  public static Turn await(Assistant assistant, String conversationId, long turnId, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (true) {
      var next = System.nanoTime() + Limits.SHORTEST_BLOCK.toNanos();
      var round = Math.max(1, Math.min(Limits.LONGEST_BLOCK.toMillis(), (end - System.nanoTime()) / 1_000_000));
      var query = new Assistant.ReadTurnQuery().blockUntilResponse(true).timeout(round + "ms");
      try {
        var options = CallOptions.NONE.withTimeout(Duration.ofMillis(round + 5_000));
        return assistant.readTurn(conversationId, turnId, query, options).getData();
      } catch (ServiceException refusal) {
        if (refusal.getStatus() != 408 || System.nanoTime() >= end) throw refusal;
        Http.sleep(Duration.ofNanos(Math.min(next, end) - System.nanoTime()));
      }
    }
  }
}
