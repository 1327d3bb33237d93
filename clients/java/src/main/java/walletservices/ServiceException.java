package walletservices;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The service refused: its answer is no success. */
public final class ServiceException extends WalletException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode body;

  ServiceException(String call, int status, byte[] content) {
    this(call, status, read(content));
  }

  private ServiceException(String call, int status, JsonNode body) {
    super(call + " answered " + status + reason(body), null);
    this.status = status;
    this.body = body;
  }

  private static JsonNode read(byte[] content) {
    try {
      return Json.MAPPER.readTree(content);
    } catch (IOException error) {
      return TextNode.valueOf(new String(content, StandardCharsets.UTF_8));
    }
  }

  private static String reason(JsonNode body) {
    var message = body.path("msg").asText("");
    return message.isEmpty() ? "" : ": " + message.substring(0, Math.min(300, message.length()));
  }

  /** HTTP status. */
  public int getStatus() {
    return status;
  }

  /** The {@code code} of the body: the status again, or a narrower one; null where there is none. */
  public Integer getCode() {
    return body.path("code").isInt() ? body.get("code").asInt() : null;
  }

  /** As it came: JSON where it was JSON, a text otherwise. */
  public JsonNode getBody() {
    return body;
  }
}
