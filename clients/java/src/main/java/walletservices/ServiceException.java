package walletservices;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;

/** The service refused: its answer is no success. */
public final class ServiceException extends WalletException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode body;
  private final transient HttpHeaders headers;

  ServiceException(String call, Http.Answer answer) {
    this(call, answer, Json.read(answer.body()));
  }

  private ServiceException(String call, Http.Answer answer, JsonNode body) {
    super(call + " answered " + answer.status() + reason(body), null);
    this.status = answer.status();
    this.body = body;
    this.headers = answer.headers();
  }

  private static String reason(JsonNode body) {
    var message = body.path("msg").textValue();
    if (message == null || message.isEmpty()) return "";
    // As it may stand in a log: on one line, and not for ever.
    var legible = message.codePoints().limit(300).map(each -> Character.isISOControl(each) ? ' ' : each);
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

  /** As they came. */
  public HttpHeaders getHeaders() {
    return headers;
  }

  /** As it came, its first MiB: JSON where it was JSON, a text otherwise. */
  public JsonNode getBody() {
    return body;
  }
}
