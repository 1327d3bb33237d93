package walletservices;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import walletservices.CallException.Reason;

/** One request, and its answer as a whole. */
final class Http {
  /** Follows no redirect: no credential is carried to another place. */
  static final HttpClient SHARED = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Longest answer, in bytes; what is longer is malformed. */
  private static final int LONGEST_ANSWER = 64 << 20;

  /** Longest refusal, in bytes; what is longer is cut. */
  private static final int LONGEST_REFUSAL = 1 << 20;

  private Http() {}

  /** The body of a success; any other answer is a ServiceException. */
  static byte[] send(
      HttpClient client, String call, String method, String url, Map<String, String> headers, byte[] body, Duration timeout) {
    var publisher =
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, publisher);
    request.header("Accept", "application/json").header("User-Agent", "wallet-services-java");
    headers.forEach(request::setHeader);
    var limit = new Limit(timeout);
    try {
      var answer = client.send(
          request.build(), info -> new Bounded(info.statusCode() / 100 == 2 ? LONGEST_ANSWER + 1 : LONGEST_REFUSAL));
      if (answer.statusCode() / 100 != 2) throw new ServiceException(call, answer);
      if (answer.body().length > LONGEST_ANSWER) {
        throw new CallException(Reason.MALFORMED, call + " was answered at too great length", null);
      }
      return answer.body();
    } catch (InterruptedException error) {
      if (limit.isOver()) throw timedOut(call, timeout, error);
      Thread.currentThread().interrupt();
      throw new CallException(Reason.INTERRUPTED, call + " was ended by its caller", error);
    } catch (IOException error) {
      if (limit.isOver()) throw timedOut(call, timeout, error);
      var silent = error instanceof ConnectException ? "no connection" : error.getClass().getSimpleName();
      var why = error.getMessage() == null ? silent : error.getMessage();
      throw new CallException(Reason.NETWORK, call + " was not answered: " + why, error);
    } finally {
      limit.isOver();
    }
  }

  private static CallException timedOut(String call, Duration timeout, Exception cause) {
    return new CallException(Reason.TIMEOUT, call + " took longer than " + timeout.toMillis() + " ms", cause);
  }

  /** A body as far as it may go; the rest is not asked for. */
  private static final class Bounded implements HttpResponse.BodySubscriber<byte[]> {
    private final HttpResponse.BodySubscriber<byte[]> kept = HttpResponse.BodySubscribers.ofByteArray();
    private Flow.Subscription subscription;
    private int left;

    Bounded(int most) {
      left = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return kept.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      kept.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
      if (left == 0) return;
      for (var piece : pieces) {
        if (piece.remaining() > left) piece.limit(piece.position() + left);
        left -= piece.remaining();
      }
      kept.onNext(pieces);
      if (left > 0) return;
      subscription.cancel();
      kept.onComplete();
    }

    @Override
    public void onError(Throwable error) {
      kept.onError(error);
    }

    @Override
    public void onComplete() {
      kept.onComplete();
    }
  }

  /**
   * Interrupts the thread that made it, when a time is over. The JDK's own limit ends with the headers, and waiting for a
   * future of its asynchronous calls costs more than the call.
   */
  private static final class Limit {
    private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, work -> {
      var thread = new Thread(work, "wallet-services-limits");
      thread.setDaemon(true);
      return thread;
    });

    static {
      TIMER.setRemoveOnCancelPolicy(true);
    }

    private final Thread thread = Thread.currentThread();
    private final ScheduledFuture<?> end;
    private boolean isEnded;
    private boolean hasStruck;

    Limit(Duration time) {
      end = TIMER.schedule(this::strike, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void strike() {
      if (isEnded) return;
      hasStruck = true;
      thread.interrupt();
    }

    /** Ends the limit, and says whether it had struck; its interruption is then taken back. May be asked again. */
    synchronized boolean isOver() {
      if (hasStruck && !isEnded) Thread.interrupted();
      isEnded = true;
      end.cancel(false);
      return hasStruck;
    }
  }

  static void sleep(Duration wait) {
    try {
      Thread.sleep(wait.toMillis(), wait.toNanosPart() % 1_000_000);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new CallException(Reason.INTERRUPTED, "the call was ended by its caller", error);
    }
  }
}
