package walletservices;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import walletservices.CallException.Reason;

/** One request, and its answer as a whole. */
final class Http {
  /** Follows no redirect: no credential is carried to another place. */
  static final HttpClient SHARED = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static HttpResponse<byte[]> send(
      HttpClient client, String method, String url, Map<String, String> headers, byte[] body, Duration timeout) {
    var call = method + " " + url.replaceFirst("\\?.*", "");
    var publisher =
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, publisher);
    request.header("Accept", "application/json").header("User-Agent", "wallet-services-java");
    headers.forEach(request::setHeader);
    var answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException error) {
      answer.cancel(true);
      throw new CallException(Reason.TIMEOUT, call + " took longer than " + timeout.toMillis() + " ms", error);
    } catch (InterruptedException error) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new CallException(Reason.INTERRUPTED, call + " was ended by its caller", error);
    } catch (ExecutionException error) {
      var cause = error.getCause();
      var why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new CallException(Reason.NETWORK, call + " was not answered: " + why, cause);
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
