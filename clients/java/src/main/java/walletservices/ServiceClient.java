package walletservices;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import walletservices.CallException.Reason;

/** Calls a service: credentials, time limits, repetition. Clients may be shared by threads. */
public abstract class ServiceClient {
  private static final List<Integer> NOT_NOW = List.of(429, 502, 503, 504);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  /** What every client is told. */
  public abstract static class Builder<B extends Builder<B>> {
    private final String baseUrl;
    private final Map<String, TokenSource> credentials = new HashMap<>();
    private final Map<String, Object> choices = new HashMap<>();
    private CallOptions options = CallOptions.DEFAULT;
    private HttpClient http = Http.SHARED;

    /** Begins with the address of the service. */
    protected Builder(String baseUrl) {
      if (!baseUrl.matches("https?://.+")) {
        throw new IllegalArgumentException("baseUrl is not an address: " + baseUrl);
      }
      this.baseUrl = URI.create(baseUrl).toString().replaceFirst("/+$", "");
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

    /** What sends the requests: proxies, certificates, executors of yours. It should follow no redirects. */
    public B http(HttpClient value) {
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
    var options = given.over(told.options);
    var attempts = operation.method().equals("POST") ? 1 : options.attempts();
    var name = operation.method() + " " + told.baseUrl + operation.path();
    var renewed = false;
    for (var attempt = 1; ; attempt += 1) {
      var presented = new Presented(operation.schemes(), told.credentials);
      try {
        var request = request(operation, inputs, body, options, presented);
        return read(operation, name, Http.send(told.http, name, request, options.timeout()));
      } catch (WalletException error) {
        if (!renewed && error instanceof ServiceException refusal && refusal.getStatus() == 401 && presented.reject()) {
          renewed = true;
          attempt -= 1;
          continue;
        }
        // A random time: many clients that failed together do not come back together.
        var most = options.delay().toNanos() * Math.pow(2, attempt - 1);
        var wait = waitAfter(error, Duration.ofNanos((long) (ThreadLocalRandom.current().nextDouble() * most)));
        if (attempt >= attempts || wait.compareTo(LONGEST_WAIT) > 0) throw error;
        Http.sleep(wait);
      }
    }
  }

  private HttpRequest request(
      Operation<?> operation, Map<String, Object> inputs, Object body, CallOptions options, Presented presented) {
    var request = Http.request(operation.method(), body);
    presented.headers.forEach(request::setHeader);
    options.headers().forEach(request::setHeader);
    var given = new HashMap<>(inputs);
    var isChosen = operation.choices().stream().anyMatch(name -> inputs.get(name) != null);
    if (!isChosen) operation.choices().forEach(name -> given.put(name, told.choices.get(name)));
    given.values().removeIf(Objects::isNull);
    var path = operation.path();
    var query = new HashMap<String, String>();
    for (var input : given.entrySet()) {
      var name = input.getKey();
      var text = Json.tree(input.getValue()).asText();
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

  private <T> T read(Operation<T> operation, String call, byte[] answer) {
    var mayBeNull = !(operation.result().getType() instanceof Class<?> type && Model.class.isAssignableFrom(type));
    try {
      if (answer.length == 0 && mayBeNull) return null;
      T value = Json.MAPPER.readValue(answer, operation.result());
      if (value == null && !mayBeNull) throw new EOFException();
      return value;
    } catch (IOException error) {
      // Without the cause, which may repeat what is private.
      var why = error.getClass().getSimpleName();
      throw new CallException(Reason.MALFORMED, call + " was not answered as documented: " + why, null);
    }
  }

  /** How long to wait before a call may be tried again: as it was asked for, or else the time that is given. */
  private static Duration waitAfter(WalletException failure, Duration given) {
    var reason = failure instanceof CallException error ? error.getReason() : null;
    if (reason == Reason.TIMEOUT || reason == Reason.NETWORK) return given;
    if (!(failure instanceof ServiceException refusal && NOT_NOW.contains(refusal.getStatus()))) return FOREVER;
    // Seconds, or a date (RFC 9110, section 10.2.3).
    var asked = refusal.getHeaders().firstValue("Retry-After").orElse("");
    if (asked.matches("\\d+")) return asked.length() < 10 ? Duration.ofSeconds(Long.parseLong(asked)) : FOREVER;
    try {
      return Duration.between(Instant.now(), DateTimeFormatter.RFC_1123_DATE_TIME.parse(asked, Instant::from));
    } catch (DateTimeParseException error) {
      return given;
    }
  }
}
