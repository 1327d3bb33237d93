package walletservices;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import walletservices.CallException.Reason;

/** Calls a service: credentials, time limits, repetition. Clients may be shared by threads. */
public abstract class ServiceClient {
  private static final List<Integer> NOT_NOW = List.of(429, 502, 503, 504);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private record Credential(String header, String prefix, TokenSource source) {}

  private record Presented(Credential credential, String token) {}

  /** What every client is told. */
  public abstract static class Builder<B extends Builder<B>> {
    private final String baseUrl;
    private final Map<String, Credential> credentials = new HashMap<>();
    private CallOptions options = CallOptions.NONE;
    private HttpClient http = Http.SHARED;
    private Site site;

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
    protected B credential(String scheme, String header, String prefix, TokenSource source) {
      credentials.put(scheme, new Credential(header, prefix, source));
      return self();
    }

    /** How calls are made. */
    public B options(CallOptions value) {
      options = value;
      return self();
    }

    /** What sends the requests: proxies, certificates, executors of yours. It should follow no redirects. */
    public B http(HttpClient value) {
      http = value;
      return self();
    }

    /** The page of every call that is about one and names none itself. */
    public B site(Site value) {
      site = value;
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
    var attempts = operation.method.equals("POST") ? 1 : options.attempts() == null ? 3 : options.attempts();
    var renewed = false;
    for (var attempt = 1; ; attempt += 1) {
      var presented = present(operation);
      try {
        return read(operation, send(operation, inputs, body, options, presented));
      } catch (ServiceException error) {
        if (error.getStatus() == 401 && !renewed && isRejected(presented)) {
          renewed = true;
          attempt -= 1;
          continue;
        }
        if (attempt >= attempts || !NOT_NOW.contains(error.getStatus())) throw error;
        var wait = asked(error).orElseGet(backoff(attempt, options));
        if (wait.compareTo(LONGEST_WAIT) > 0) throw error;
        Http.sleep(wait);
      } catch (CallException error) {
        var mayPass = error.getReason() == Reason.TIMEOUT || error.getReason() == Reason.NETWORK;
        var wait = backoff(attempt, options).get();
        if (attempt >= attempts || !mayPass || wait.compareTo(LONGEST_WAIT) > 0) throw error;
        Http.sleep(wait);
      }
    }
  }

  private List<Presented> present(Operation<?> operation) {
    var presented = new ArrayList<Presented>();
    for (var scheme : operation.schemes) {
      var credential = told.credentials.get(scheme);
      if (credential != null) presented.add(new Presented(credential, credential.source.token()));
    }
    return presented;
  }

  private static boolean isRejected(List<Presented> presented) {
    var may = false;
    for (var each : presented) may |= each.credential.source.reject(each.token);
    return may;
  }

  private byte[] send(
      Operation<?> operation, Map<String, Object> inputs, Object body, CallOptions options, List<Presented> presented) {
    var path = operation.path;
    var query = new StringBuilder();
    var headers = new LinkedHashMap<String, String>();
    for (var each : presented) headers.put(each.credential.header, each.credential.prefix + each.token);
    headers.putAll(options.headers());
    var isSiteChosen = false;
    for (var input : inputs.entrySet()) {
      if (input.getValue() == null) continue;
      var name = input.getKey();
      var text = text(input.getValue());
      isSiteChosen |= name.startsWith("X-COMMENT-SITE-") || name.equals("site_id") || name.equals("slug");
      if (path.contains("{" + name + "}")) {
        if (text.isEmpty() || text.equals(".") || text.equals("..")) {
          throw new IllegalArgumentException(name + " cannot be \"" + text + "\" in a path");
        }
        path = path.replace("{" + name + "}", encoded(text));
      } else if (name.startsWith("X-")) {
        headers.put(name, bytes(text));
      } else {
        query.append(query.isEmpty() ? '?' : '&').append(encoded(name)).append('=').append(encoded(text));
      }
    }
    if (operation.sited && told.site != null && !isSiteChosen) {
      if (told.site.id() != null) headers.put("X-COMMENT-SITE-ID", told.site.id().toString());
      if (told.site.slug() != null) headers.put("X-COMMENT-SITE-SLUG", bytes(told.site.slug()));
    }
    byte[] content = null;
    if (body != null) {
      headers.put("Content-Type", "application/json");
      content = Json.text(body).getBytes(StandardCharsets.UTF_8);
    }
    var timeout = options.timeout() == null ? Duration.ofSeconds(10) : options.timeout();
    var call = operation.method + " " + told.baseUrl + operation.path;
    return Http.send(told.http, call, operation.method, told.baseUrl + path + query, headers, content, timeout);
  }

  private <T> T read(Operation<T> operation, byte[] answer) {
    try {
      if (answer.length == 0 && operation.mayBeNull) return null;
      T value = operation.reader.readValue(answer);
      if (value == null && !operation.mayBeNull) throw new EOFException();
      return value;
    } catch (IOException error) {
      // Without the cause, which may repeat what is private.
      var call = operation.method + " " + told.baseUrl + operation.path;
      var why = error.getClass().getSimpleName();
      throw new CallException(Reason.MALFORMED, call + " was not answered as documented: " + why, null);
    }
  }

  /** What the service asks for: seconds, or a date (RFC 9110, section 10.2.3). */
  private static Optional<Duration> asked(ServiceException refusal) {
    var text = refusal.getHeaders().firstValue("Retry-After").orElse("");
    // What is longer than that is more than anybody waits.
    if (text.matches("\\d{10,}")) return Optional.of(Duration.ofDays(36_500));
    if (text.matches("\\d+")) return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    try {
      var wait = Duration.between(ZonedDateTime.now(), ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));
      return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    } catch (DateTimeParseException error) {
      return Optional.empty();
    }
  }

  /** A random time: many clients that failed together do not come back together. */
  private static Supplier<Duration> backoff(int attempt, CallOptions options) {
    var most = (options.delay() == null ? Duration.ofMillis(200) : options.delay()).toNanos() * Math.pow(2, attempt - 1);
    return () -> Duration.ofNanos((long) (ThreadLocalRandom.current().nextDouble() * most));
  }

  private static String text(Object value) {
    if (value instanceof java.math.BigDecimal decimal) return decimal.toPlainString();
    return value instanceof OpenValue<?> open ? open.value().toString() : value.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Headers carry bytes: the JDK takes each as a character. */
  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
