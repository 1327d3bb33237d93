package walletservices;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import walletservices.CallException.Reason;

/** One request, and its answer as a whole. */
final class Http {
  /** Follows no redirect: no credential is carried to another place. */
  static final HttpClient SHARED = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String AGENT = Optional.ofNullable(Http.class.getPackage().getImplementationVersion())
      .map(version -> "wallet-services-java/" + version)
      .orElse("wallet-services-java");

  /** An answer, its body as far as it may go. */
  record Answer(int status, HttpHeaders headers, byte[] body, boolean isWhole) {}

  private Http() {}

  /** Begins a request with a body of JSON; null is none. */
  static HttpRequest.Builder request(String method, Object body) {
    var request = HttpRequest.newBuilder()
        .header("Accept", "application/json")
        .header("Accept-Encoding", "gzip")
        .header("User-Agent", AGENT);
    if (body == null) return request.method(method, BodyPublishers.noBody());
    return request.method(method, BodyPublishers.ofString(Json.text(body))).header("Content-Type", "application/json");
  }

  /** The body of a success; any other answer is a ServiceException. */
  static byte[] send(
      HttpClient client, String call, HttpRequest request, Duration timeout, Collection<String> secrets) {
    var answered = new CompletableFuture<Answer>();
    var sent = client.sendAsync(request, info -> collected(info, answered));
    sent.whenComplete((nothing, error) -> {
      if (error != null) answered.completeExceptionally(error);
    });
    var isWhole = false;
    try {
      var answer = answered.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      isWhole = answer.isWhole;
      if (answer.status / 100 != 2) throw new ServiceException(call, answer, secrets);
      if (isWhole) return decoded(call, answer);
      throw tooLong(call);
    } catch (TimeoutException error) {
      throw new CallException(Reason.TIMEOUT, call + " took longer than " + timeout.toMillis() + " ms", error);
    } catch (InterruptedException error) {
      throw interrupted(call, error);
    } catch (ExecutionException error) {
      var cause = error.getCause();
      var silent = cause instanceof ConnectException ? "no connection" : cause.getClass().getSimpleName();
      var why = cause.getMessage() == null ? silent : cause.getMessage();
      throw new CallException(Reason.NETWORK, call + " was not answered: " + why, cause);
    } finally {
      if (!isWhole) sent.cancel(true);
    }
  }

  private static CallException tooLong(String call) {
    return new CallException(Reason.MALFORMED, call + " was answered at too great length", null);
  }

  /** A body without its compression. */
  private static byte[] decoded(String call, Answer answer) {
    if (!answer.headers.firstValue("Content-Encoding").orElse("").equalsIgnoreCase("gzip")) return answer.body;
    try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body))) {
      var body = in.readNBytes(Limits.LONGEST_ANSWER + 1);
      if (body.length > Limits.LONGEST_ANSWER) throw tooLong(call);
      return body;
    } catch (IOException error) {
      throw new CallException(Reason.MALFORMED, call + " was answered with a body that is not encoded as it says", null);
    }
  }

  /** Refuses what a header cannot carry; the message does not repeat it. */
  static void checkHeader(String name, String value) {
    if (value.equals(value.strip()) && value.chars().noneMatch(Character::isISOControl)) return;
    throw new IllegalArgumentException(
        "the value of " + name + " cannot be sent: it has a line break, or a space at an end");
  }

  /** Refuses what is no address of a service; the message does not repeat it: it may hold a password. */
  static String checkedBase(String baseUrl) {
    var like = ": write it like https://api.example.org/swap";
    if (baseUrl.chars().anyMatch(each -> Character.isWhitespace(each) || Character.isISOControl(each) || each == '\\')) {
      throw new IllegalArgumentException("baseUrl has a space, a line break or a backslash" + like);
    }
    if (!baseUrl.matches("https?://[^/?#].*")) throw new IllegalArgumentException("baseUrl is no http or https address" + like);
    URI address;
    try {
      address = new URI(baseUrl);
    } catch (URISyntaxException error) {
      throw new IllegalArgumentException("baseUrl is no address" + like);
    }
    if (address.getRawAuthority().contains("@")) {
      throw new IllegalArgumentException("baseUrl has a user name or a password" + like);
    }
    if (address.getRawQuery() != null || address.getRawFragment() != null) {
      throw new IllegalArgumentException("baseUrl has a query or a fragment" + like);
    }
    return baseUrl.replaceFirst("/+$", "");
  }

  /** Collects a body as far as it may go; the answer is there with its last byte, before the JDK has put all away. */
  private static HttpResponse.BodySubscriber<Void> collected(
      HttpResponse.ResponseInfo info, CompletableFuture<Answer> answered) {
    var most = info.statusCode() / 100 == 2 ? Limits.LONGEST_ANSWER : Limits.LONGEST_REFUSAL;
    var body = new ByteArrayOutputStream();
    return HttpResponse.BodySubscribers.ofByteArrayConsumer(piece -> {
      var left = most - body.size();
      piece.ifPresent(bytes -> body.write(bytes, 0, Math.min(bytes.length, left)));
      if (answered.isDone() || piece.isPresent() && piece.get().length <= left) return;
      answered.complete(new Answer(info.statusCode(), info.headers(), body.toByteArray(), piece.isEmpty()));
    });
  }

  /** {@code ?a=b&c=d} of inputs; nothing of none. */
  static String query(Map<String, String> inputs) {
    var parts = new StringJoiner("&", "?", "").setEmptyValue("");
    inputs.forEach((name, value) -> parts.add(encoded(name) + "=" + encoded(value)));
    return parts.toString();
  }

  /** As it may stand in a path, and in a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Waits, where there is something to wait for. */
  static void sleep(Duration wait) {
    try {
      TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    } catch (InterruptedException error) {
      throw interrupted("the call", error);
    }
  }

  private static CallException interrupted(String call, InterruptedException error) {
    Thread.currentThread().interrupt();
    return new CallException(Reason.INTERRUPTED, call + " was ended by its caller", error);
  }
}
