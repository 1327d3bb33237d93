package walletservices;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.util.Collection;

/** The service refused: its answer is no success. */
public final class ServiceException extends WalletException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode body;
  private final transient HttpHeaders headers;

  /** Takes what was sent, too: the service may repeat it in its message. */
  ServiceException(String call, Http.Answer answer, Collection<String> secrets) {
    this(call, answer, Json.read(answer.body()), secrets);
  }

  private ServiceException(String call, Http.Answer answer, JsonNode body, Collection<String> secrets) {
    super(call + " answered " + answer.status() + reason(body, secrets), null);
    this.status = answer.status();
    this.body = body;
    this.headers = answer.headers();
  }

  private static String reason(JsonNode body, Collection<String> secrets) {
    var message = body.path("msg").textValue();
    if (message == null || message.isEmpty()) return "";
    for (var secret : secrets) if (!secret.isEmpty()) message = message.replace(secret, "***");
    // As it may stand in a log: on one line, and not for ever.
    var legible = message.codePoints().limit(Limits.LONGEST_MESSAGE).map(each -> Character.isISOControl(each) ? ' ' : each);
    return ": " + legible.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
  }

  /** HTTP status. */
  public int getStatus() {
    return status;
  }

  /** The {@code code} of the body: the status again, or a narrower one; null where there is none. */
  public Long getCode() {
    return body.path("code").canConvertToLong() && body.get("code").isIntegralNumber() ? body.get("code").asLong() : null;
  }

  /** {@code X-Request-Id} of the response, for a report to who runs the service; null where there is none. */
  public String getRequestId() {
    return headers.firstValue("X-Request-Id").orElse(null);
  }

  /** As they came. */
  public HttpHeaders getHeaders() {
    return headers;
  }

  /** As it came, its first MiB: JSON where it was JSON, a text otherwise. */
  public JsonNode getBody() {
    return body;
  }
}
