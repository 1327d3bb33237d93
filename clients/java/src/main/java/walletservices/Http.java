package walletservices;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;
import walletservices.CallException.Reason;

/** One request, and its answer as a whole. */
final class Http {
  /** Follows no redirect: no credential is carried to another place. */
  static final HttpClient SHARED = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_1_1)
      .proxy(new Proxies(System.getenv()))
      .build();

  private static final String AGENT = "wallet-services-java" + version();

  /** Room for a body before there is any of it, in bytes: that of the JDK would be made larger ten times for a page. */
  private static final int AT_FIRST = 16 * 1024;

  /** An answer, its body as far as it may go. */
  record Answer(int status, HttpHeaders headers, byte[] body, boolean isWhole) {}

  private Http() {}

  /** The version of the package, after a slash; nothing where its files were put elsewhere without it. */
  private static String version() {
    try (var in = Http.class.getResourceAsStream("version")) {
      return in == null ? "" : "/" + new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException error) {
      return "";
    }
  }

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
      if (answer.status / 100 != 2) throw new ServiceException(call, refusal(answer), secrets);
      if (isWhole) return decoded(call, answer);
      throw tooLong(call);
    } catch (TimeoutException error) {
      throw new CallException(Reason.TIMEOUT, call + " took longer than " + timeout.toMillis() + " ms", error);
    } catch (InterruptedException error) {
      throw interrupted(call, error);
    } catch (ExecutionException error) {
      var cause = error.getCause();
      // What is wrong with an answer may repeat what was sent.
      var isReported = cause instanceof SocketException || cause instanceof SSLException || cause instanceof UnknownHostException;
      var silent = cause instanceof ConnectException ? "no connection" : cause.getClass().getSimpleName();
      var why = isReported && cause.getMessage() != null ? cause.getMessage() : silent;
      throw new CallException(Reason.NETWORK, call + " was not answered: " + why, isReported ? cause : null);
    } finally {
      if (!isWhole) sent.cancel(true);
    }
  }

  private static CallException tooLong(String call) {
    return new CallException(Reason.MALFORMED, call + " was answered at too great length", null);
  }

  /** A body without its compression. */
  private static byte[] decoded(String call, Answer answer) {
    try {
      var body = decoded(answer, Limits.LONGEST_ANSWER + 1);
      if (body.length > Limits.LONGEST_ANSWER) throw tooLong(call);
      return body;
    } catch (IOException error) {
      throw new CallException(Reason.MALFORMED, call + " was answered with a body that is not encoded as it says", null);
    }
  }

  /** A refusal without its compression; of one that cannot be decoded the status counts. */
  private static Answer refusal(Answer answer) {
    try {
      return new Answer(answer.status, answer.headers, decoded(answer, Limits.LONGEST_REFUSAL), answer.isWhole);
    } catch (IOException error) {
      return answer;
    }
  }

  private static byte[] decoded(Answer answer, int most) throws IOException {
    var coding = answer.headers.firstValue("Content-Encoding").orElse("");
    if (!coding.equalsIgnoreCase("gzip") && !coding.equalsIgnoreCase("x-gzip")) return answer.body;
    try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body))) {
      return in.readNBytes(most);
    }
  }

  /** Refuses a credential that a header cannot carry; the message does not repeat it. */
  static void checkCredential(String name, String value) {
    if (value.equals(value.strip()) && value.chars().allMatch(each -> each >= ' ' && each <= '~')) return;
    throw new IllegalArgumentException(
        "the credential for " + name + " cannot be sent: it is not ASCII, or has a space at an end");
  }

  /** Refuses what a header cannot carry; the message does not repeat it. */
  static void checkHeader(String name, String value) {
    if (value.equals(value.strip()) && value.chars().noneMatch(each -> Character.isISOControl(each) || each > 255)) return;
    throw new IllegalArgumentException(
        "the value of " + name + " cannot be sent: it has a line break, or a space at an end");
  }

  /** Refuses what is no address of a service; the message does not repeat it: it may hold a password. */
  static String checkedBase(String baseUrl) {
    var like = ": write it like https://api.example.org/swap";
    if (baseUrl.chars().anyMatch(each -> Character.isWhitespace(each) || Character.isISOControl(each) || each == '\\')) {
      throw new IllegalArgumentException("baseUrl has a space, a line break or a backslash" + like);
    }
    if (!baseUrl.matches("(?i)https?://[^/?#].*")) throw new IllegalArgumentException("baseUrl is no http or https address" + like);
    URI address;
    try {
      address = new URI(baseUrl);
    } catch (URISyntaxException error) {
      throw new IllegalArgumentException("baseUrl is no address" + like);
    }
    if (address.getPort() > 65535) throw new IllegalArgumentException("baseUrl has a port beyond 65535" + like);
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
    var body = new ByteArrayOutputStream(AT_FIRST);
    if (!hasOneEnd(info.headers())) answered.completeExceptionally(new ProtocolException());
    // What follows is another protocol, without an end.
    if (info.statusCode() == 101) answered.complete(new Answer(101, info.headers(), new byte[0], false));
    return HttpResponse.BodySubscribers.ofByteArrayConsumer(piece -> {
      var left = most - body.size();
      piece.ifPresent(bytes -> body.write(bytes, 0, Math.min(bytes.length, left)));
      if (answered.isDone() || piece.isPresent() && piece.get().length <= left) return;
      answered.complete(new Answer(info.statusCode(), info.headers(), body.toByteArray(), piece.isEmpty()));
    });
  }

  /** Whether it is clear where a body ends: the JDK takes the first of several lengths, a sign, and a length beside chunks. */
  private static boolean hasOneEnd(HttpHeaders headers) {
    var lengths = Set.copyOf(headers.allValues("Content-Length"));
    if (lengths.isEmpty()) return true;
    var isNumber = lengths.stream().allMatch(each -> !each.isEmpty() && each.chars().allMatch(one -> one >= '0' && one <= '9'));
    return lengths.size() == 1 && isNumber && headers.firstValue("Transfer-Encoding").isEmpty();
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
