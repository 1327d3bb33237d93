package walletservices;

import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An EIP-4361 message (document 1, Method B): version 1, with a random nonce and issued now, where nothing else is given.
 * Times are ISO 8601.
 */
public final class SiweMessage {
  private static final Map<String, String> FORMS = Map.of(
      "domain", "[^\\s/?#]+",
      "address", "0x[0-9a-fA-F]{40}",
      "statement", "[\\x20-\\x7e]+",
      "nonce", "[A-Za-z0-9]{8,}",
      "requestId", "[^\\n]*");
  private static final Map<String, String> LABELS = labels();

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Begins a message.
   *
   * @param domain that asks for the signature, such as {@code notes.example.org}
   * @param address with the checksum of EIP-55, which is judged by who verifies
   */
  public SiweMessage(String domain, String uri, String address) {
    set("domain", domain).set("address", address).set("uri", uri).set("version", "1").set("chainId", 1L);
    set("nonce", UUID.randomUUID().toString().replace("-", ""));
    set("issuedAt", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
  }

  private static Map<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    labels.put("uri", "URI");
    labels.put("version", "Version");
    labels.put("chainId", "Chain ID");
    labels.put("nonce", "Nonce");
    labels.put("issuedAt", "Issued At");
    labels.put("expirationTime", "Expiration Time");
    labels.put("notBefore", "Not Before");
    labels.put("requestId", "Request ID");
    return labels;
  }

  /**
   * Sets a field, by its name in EIP-4361: {@code statement}, {@code chainId}, {@code expirationTime}, {@code resources}
   * as a list, and so on.
   *
   * @throws IllegalArgumentException when it breaks the rule of the field
   */
  public SiweMessage set(String name, Object value) {
    var text = String.valueOf(value);
    if (FORMS.containsKey(name) && !text.matches(FORMS.get(name))) {
      throw new IllegalArgumentException("the " + name + " of the message is malformed");
    }
    if (List.of("issuedAt", "expirationTime", "notBefore").contains(name)) {
      try {
        OffsetDateTime.parse(text);
      } catch (DateTimeParseException error) {
        throw new IllegalArgumentException("the " + name + " of the message is no time", error);
      }
    }
    var uris = name.equals("uri") ? List.of(text) : name.equals("resources") ? (List<?>) value : List.of();
    for (var uri : uris) {
      if (!URI.create(uri.toString()).isAbsolute()) {
        throw new IllegalArgumentException("a URI of the message is malformed");
      }
    }
    if (!LABELS.containsKey(name) && !List.of("domain", "address", "statement", "resources").contains(name)) {
      throw new IllegalArgumentException("a message has no " + name);
    }
    fields.put(name, value);
    return this;
  }

  /** The fields as a JSON object. */
  public String json() {
    return Json.text(fields);
  }

  /** The text that is signed. */
  public String text() {
    var text = new StringBuilder(fields.get("domain") + " wants you to sign in with your Ethereum account:\n");
    text.append(fields.get("address")).append("\n\n");
    if (fields.containsKey("statement")) text.append(fields.get("statement")).append('\n');
    LABELS.forEach((name, label) -> {
      if (fields.containsKey(name)) text.append('\n').append(label).append(": ").append(fields.get(name));
    });
    if (fields.get("resources") instanceof List<?> resources) {
      text.append("\nResources:");
      for (var each : resources) text.append("\n- ").append(each);
    }
    return text.toString();
  }
}
