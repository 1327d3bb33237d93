package walletservices;

import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import walletservices.CallEvent.Kind;
import walletservices.CallException.Reason;

/** Calls a service: credentials, time limits, repetition. Clients may be shared by threads. */
public abstract class ServiceClient {
  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  /** The three forms of a date (RFC 9110, section 5.6.7). */
  private static final List<DateTimeFormatter> DATES = Stream.of(
          "EEE, dd MMM uuuu HH:mm:ss 'GMT'", "EEEE, dd-MMM-uu HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss uuuu")
      .map(form -> DateTimeFormatter.ofPattern(form, Locale.ENGLISH).withZone(ZoneOffset.UTC).withResolverStyle(ResolverStyle.STRICT))
      .toList();

  /** What every client is told. */
  public abstract static class Builder<B extends Builder<B>> {
    private final String baseUrl;
    private final Map<String, TokenSource> credentials = new HashMap<>();
    private final Map<String, Object> choices = new HashMap<>();
    private CallOptions options = CallOptions.DEFAULT;
    private HttpClient http = Http.SHARED;

    /** Begins with the address of the service. */
    protected Builder(String baseUrl) {
      this.baseUrl = Http.checkedBase(baseUrl);
    }

    @SuppressWarnings("unchecked")
    private B self() {
      return (B) this;
    }

    /** Takes a credential, by the name of its scheme in the document. */
    protected B credential(String scheme, TokenSource source) {
      credentials.put(scheme, source);
      return self();
    }

    /** Takes an input of every operation that has it among its choices, and is told none of them. */
    protected B choice(String name, Object value) {
      choices.put(name, value);
      return self();
    }

    /** How calls are made. */
    public B options(CallOptions value) {
      options = value.over(CallOptions.DEFAULT);
      return self();
    }

    /** What sends the requests: proxies, certificates, executors of yours. It must not follow redirects. */
    public B http(HttpClient value) {
      if (value.followRedirects() != HttpClient.Redirect.NEVER) {
        throw new IllegalArgumentException("the HTTP client follows redirects, which carry credentials away: use Redirect.NEVER");
      }
      http = value;
      return self();
    }
  }

  private final Builder<?> told;

  /** Makes a client. */
  protected ServiceClient(Builder<?> told) {
    this.told = told;
  }

  /**
   * Calls an operation until there is an answer.
   *
   * @param inputs by the names of the document: of the path, the query and the headers
   * @param body null where there is none
   */
  protected final <T> T call(Operation<T> operation, Map<String, Object> inputs, Object body, CallOptions given) {
    return call(operation, inputs, body, given, null);
  }

  /** Reads a page of a list, which has what paging needs. */
  protected final <T> T callPage(Operation<T> operation, Map<String, Object> inputs, Pages.Shape shape) {
    return call(operation, inputs, null, CallOptions.NONE, shape);
  }

  private <T> T call(
      Operation<T> operation, Map<String, Object> inputs, Object body, CallOptions given, Pages.Shape shape) {
    var options = given.over(told.options);
    var attempts = operation.method().equals("POST") ? 1 : options.attempts();
    var name = operation.method() + " " + told.baseUrl + operation.path();
    var renewed = false;
    var began = System.nanoTime();
    var report = options.onEvent();
    for (var attempt = 1; ; attempt += 1) {
      var presented = new Presented(operation.schemes(), told.credentials);
      var left = options.totalTimeout().minus(since(began));
      if (left.isNegative() || left.isZero()) throw late(name, options.totalTimeout());
      var started = System.nanoTime();
      try {
        var request = request(operation, inputs, body, options, presented);
        var timeout = left.compareTo(options.timeout()) < 0 ? left : options.timeout();
        var answer = Http.send(told.http, name, request, timeout, presented.secrets());
        var result = read(operation, name, answer, shape);
        report.accept(new CallEvent(Kind.ATTEMPT, name, attempt, since(started), null));
        return result;
      } catch (WalletException error) {
        report.accept(new CallEvent(Kind.ATTEMPT, name, attempt, since(started), error));
        if (!renewed && error instanceof ServiceException refusal && refusal.getStatus() == 401 && presented.reject()) {
          renewed = true;
          report.accept(new CallEvent(Kind.RENEWAL, name, attempt, Duration.ZERO, null));
          attempt -= 1;
          continue;
        }
        // A random time: many clients that failed together do not come back together.
        var most = options.delay().toNanos() * Math.pow(2, attempt - 1);
        var wait = waitAfter(error, Duration.ofNanos((long) (ThreadLocalRandom.current().nextDouble() * most)));
        if (attempt >= attempts || wait.compareTo(Limits.LONGEST_WAIT) > 0) throw error;
        if (since(began).plus(wait).compareTo(options.totalTimeout()) >= 0) throw error;
        report.accept(new CallEvent(Kind.WAIT, name, attempt, wait, null));
        Http.sleep(wait);
      }
    }
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }

  private static CallException late(String call, Duration total) {
    return new CallException(Reason.TIMEOUT, call + " took longer than " + total.toMillis() + " ms", null);
  }

  private HttpRequest request(
      Operation<?> operation, Map<String, Object> inputs, Object body, CallOptions options, Presented presented) {
    var request = Http.request(operation.method(), body);
    presented.headers.forEach(request::setHeader);
    options.headers().forEach(Http::checkHeader);
    options.headers().forEach(request::setHeader);
    var given = new HashMap<>(inputs);
    var isChosen = operation.choices().stream().anyMatch(name -> inputs.get(name) != null);
    if (!isChosen) operation.choices().forEach(name -> given.put(name, told.choices.get(name)));
    given.values().removeIf(Objects::isNull);
    var path = operation.path();
    var query = new HashMap<String, String>();
    for (var input : given.entrySet()) {
      var name = input.getKey();
      var text = input.getValue() instanceof String one ? one : Json.tree(input.getValue()).asText();
      if (path.contains("{" + name + "}")) {
        if (text.isEmpty() || text.equals(".") || text.equals("..")) {
          throw new IllegalArgumentException(name + " cannot be \"" + text + "\" in a path");
        }
        path = path.replace("{" + name + "}", Http.encoded(text));
      } else if (name.startsWith("X-")) {
        // Headers carry bytes: the JDK takes each as a character.
        request.setHeader(name, new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
      } else {
        query.put(name, text);
      }
    }
    return request.uri(URI.create(told.baseUrl + path + Http.query(query))).build();
  }

  private <T> T read(Operation<T> operation, String call, byte[] body, Pages.Shape shape) {
    try {
      var answer = Json.inUtf8(body);
      T value = shape == null ? Json.MAPPER.readValue(answer, operation.result()) : page(operation, call, answer, shape);
      if (value != null) return value;
      var type = Json.MAPPER.constructType(operation.result().getType());
      // Null is an empty list; nothing at all is none.
      if (type.isCollectionLikeType() && answer.length > 0) return Json.MAPPER.readValue("[]", operation.result());
      if (type.isCollectionLikeType() || type.isTypeOrSubTypeOf(Model.class)) throw new EOFException();
      return null;
    } catch (IOException error) {
      // Without the cause, which may repeat what is private.
      var why = error.getClass().getSimpleName();
      var where = error instanceof JsonMappingException mapping ? mapping.getPath() : List.<JsonMappingException.Reference>of();
      var path = where.stream().map(each -> each.getFieldName() == null ? "" + each.getIndex() : each.getFieldName());
      throw malformed(call, path.collect(Collectors.joining("/", "/", "")) + ", " + why);
    }
  }

  private static <T> T page(Operation<T> operation, String call, byte[] answer, Pages.Shape shape) throws IOException {
    var tree = Json.MAPPER.readTree(answer);
    var wrong = shape.wrong(tree);
    if (wrong != null) throw malformed(call, wrong + " is missing or has another type");
    return Json.MAPPER.readerFor(operation.result()).readValue(tree);
  }

  private static CallException malformed(String call, String what) {
    return new CallException(Reason.MALFORMED, call + " was not answered as documented: " + what, null);
  }

  /** How long to wait before a call may be tried again: as it was asked for, or else the time that is given. */
  private static Duration waitAfter(WalletException failure, Duration given) {
    var reason = failure instanceof CallException error ? error.getReason() : null;
    if (reason == Reason.TIMEOUT || reason == Reason.NETWORK) return given;
    if (!(failure instanceof ServiceException refusal && Limits.RETRIED_STATUSES.contains(refusal.getStatus()))) return FOREVER;
    // Seconds, or a date (RFC 9110, section 10.2.3).
    var asked = String.join(", ", refusal.getHeaders().allValues("Retry-After"));
    if (asked.matches("[0-9]+")) return asked.length() < 10 ? Duration.ofSeconds(Long.parseLong(asked)) : FOREVER;
    for (var form : DATES) {
      try {
        return Duration.between(Instant.now(), form.parse(asked, Instant::from));
      } catch (DateTimeParseException error) {
        continue;
      }
    }
    return given;
  }
}
