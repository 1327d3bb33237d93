package walletservices;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

/** What an application was given by the wallet network, to sign access tokens with. */
public final class Keystore {
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final String clientId;
  private final String sessionId;
  private final PrivateKey key;

  /**
   * Takes the members of a keystore.
   *
   * @param privateKey Ed25519, 32 or 64 bytes, in hexadecimal, base64 or base64url. A secret
   * @throws IllegalArgumentException when it is none of these; it is not repeated in the message
   */
  public Keystore(String clientId, String sessionId, String privateKey) {
    this.clientId = clientId;
    this.sessionId = sessionId;
    this.key = keyOf(privateKey);
  }

  /**
   * Reads a keystore from JSON.
   *
   * @throws IllegalArgumentException when it is none, or a member is missing; none is repeated in the message
   */
  public static Keystore parse(String json) {
    var members = Json.read(json.getBytes(StandardCharsets.UTF_8));
    return new Keystore(
        text(members, "client_id", "app_id", "user_id"),
        text(members, "session_id"),
        text(members, "private_key", "session_private_key"));
  }

  /** Reads a keystore from a file of JSON. */
  public static Keystore read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  private static String text(JsonNode members, String... names) {
    for (var name : names) if (!members.path(name).asText("").isEmpty()) return members.get(name).asText();
    throw new IllegalArgumentException("the keystore is not JSON with a member " + names[0]);
  }

  private static PrivateKey keyOf(String text) {
    try {
      var raw = text.matches("([0-9a-fA-F]{64}){1,2}")
          ? HexFormat.of().parseHex(text)
          : Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_').replaceFirst("=+$", ""));
      if (raw.length == 32 || raw.length == 64) {
        var spec = new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Arrays.copyOf(raw, 32));
        return KeyFactory.getInstance("Ed25519").generatePrivate(spec);
      }
    } catch (IllegalArgumentException | GeneralSecurityException error) {
      // Told below, without the key.
    }
    throw new IllegalArgumentException(
        "the private key of the keystore is not an Ed25519 key: 32 or 64 bytes, hexadecimal or base64");
  }

  /** Tokens of the wallet network, renewed before they end: for lending, swap and vault. */
  public TokenSource accessTokens() {
    return TokenSource.kept(() -> sign("GET", "/me", "", "FULL", TEN_MINUTES), TEN_MINUTES.minus(MARGIN));
  }

  /**
   * Signs one access token, for one request to the network: its method, its path below the base address with the query,
   * and its body as it is sent.
   */
  public String sign(String method, String path, String body, String scope, Duration lifetime) {
    var now = Instant.now().getEpochSecond();
    var claims = Map.of(
        "uid", clientId,
        "sid", sessionId,
        "iat", now,
        "exp", now + lifetime.toSeconds(),
        "jti", UUID.randomUUID().toString(),
        "sig", HexFormat.of().formatHex(sha256(method + path + body)),
        "scp", scope);
    var text = base64(Json.text(Map.of("alg", "EdDSA", "typ", "JWT"))) + "." + base64(Json.text(claims));
    try {
      var signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + base64(signature.sign());
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("this Java cannot sign with Ed25519", error);
    }
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "Keystore of " + clientId;
  }
}
