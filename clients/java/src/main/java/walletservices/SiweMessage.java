package walletservices;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An EIP-4361 message (document 1, Method B): version 1, with a random nonce and issued now, where nothing else is given.
 * Times are ISO 8601.
 */
public final class SiweMessage {
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)";
  private static final String URI = "[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>\"{}|\\\\^`]*";

  /** The fields, how they stand in the text, in its order, and their forms. */
  private static final String[][] FIELDS = {
    {"domain", "%s wants you to sign in with your Ethereum account:\n", "[^\\s/?#]+"},
    {"address", "%s\n\n", "0x[0-9a-fA-F]{40}"},
    {"statement", "%s\n", "[\\x20-\\x7e]+"},
    {"uri", "\nURI: %s", URI},
    {"version", "\nVersion: %s", "1"},
    {"chainId", "\nChain ID: %s", "[1-9]\\d*"},
    {"nonce", "\nNonce: %s", "[A-Za-z0-9]{8,}"},
    {"issuedAt", "\nIssued At: %s", TIME},
    {"expirationTime", "\nExpiration Time: %s", TIME},
    {"notBefore", "\nNot Before: %s", TIME},
    {"requestId", "\nRequest ID: %s", "[^\\n]*"},
    {"resources", "\nResources:%s", URI},
  };

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

  /**
   * Sets a field, by its name in EIP-4361: {@code statement}, {@code chainId}, {@code expirationTime}, {@code resources}
   * as a list, and so on.
   *
   * @throws IllegalArgumentException when it breaks the rule of the field
   */
  public SiweMessage set(String name, Object value) {
    var field = Stream.of(FIELDS).filter(each -> each[0].equals(name)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a message has no " + name));
    for (var each : value instanceof List<?> list ? list : List.of(value)) {
      if (!each.toString().matches(field[2])) {
        throw new IllegalArgumentException("the " + name + " of the message is malformed");
      }
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
    var text = new StringBuilder();
    for (var field : FIELDS) {
      var value = fields.get(field[0]);
      if (value instanceof List<?> all) value = all.stream().map(each -> "\n- " + each).collect(Collectors.joining());
      if (value != null) text.append(field[1].formatted(value));
    }
    return text.toString();
  }
}
