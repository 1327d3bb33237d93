package walletservices;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import walletservices.CallException.Reason;

/**
 * OAuth with PKCE (document 1, Method A): the user approves in the wallet, and a token of the wallet network results. No
 * secret is involved. It may be kept, by its members, until the user comes back.
 *
 * @param url what the user opens in a browser
 * @param verifier that the code is exchanged with; for nobody else
 */
public record Authorization(String url, String clientId, String state, String verifier) {
  /** What the user granted: a token of the wallet network, and its scopes. */
  public record Grant(String token, List<String> scopes) {
    /** Without the token. */
    @Override
    public String toString() {
      return "Grant of " + scopes;
    }
  }

  /**
   * Prepares the way to the wallet.
   *
   * @param redirectUri where the user comes back to; null where the user copies the code
   */
  public static Authorization start(String authorizeUrl, String clientId, List<String> scopes, String redirectUri) {
    String state = random(16), verifier = random(32);
    var query = new HashMap<>(Map.of(
        "client_id", clientId,
        "scope", String.join(" ", scopes),
        "response_type", "code",
        "code_challenge", Keystore.base64(Keystore.sha256(verifier)),
        "code_challenge_method", "S256",
        "state", state));
    if (redirectUri != null) query.put("redirect_uri", redirectUri);
    var inputs = Http.query(query);
    var url = authorizeUrl + (authorizeUrl.contains("?") ? inputs.replace('?', '&') : inputs);
    return new Authorization(url, clientId, state, verifier);
  }

  /**
   * Exchanges what the user brought back: the address that the wallet led to, or the code by itself.
   *
   * @throws AuthorizationException when the user did not approve, or the answer is another's
   */
  public Grant exchange(String tokenUrl, String answer) {
    var asked = Map.of(
        "client_id", clientId,
        "code", codeOf(answer),
        "code_verifier", verifier,
        "grant_type", "authorization_code");
    var call = "POST " + tokenUrl;
    var request = Http.request("POST", asked).uri(URI.create(tokenUrl)).build();
    var read = Json.read(Http.send(Http.SHARED, call, request, Limits.TIMEOUT, List.of(verifier)));
    // {data: {access_token, scope}}, or without the envelope (RFC 6749, section 5.1).
    var grant = read.has("data") ? read.get("data") : read;
    var token = grant.path("access_token").asText("");
    if (token.isEmpty()) {
      throw new CallException(Reason.MALFORMED, call + " was answered without an access_token", null);
    }
    var scopes = grant.path("scope").asText("").strip();
    return new Grant(token, scopes.isEmpty() ? List.of() : List.of(scopes.split("\\s+")));
  }

  private String codeOf(String answer) {
    if (!answer.contains("://")) return answer.strip();
    var query = new HashMap<String, String>();
    for (var part : Objects.requireNonNullElse(URI.create(answer.strip()).getRawQuery(), "").split("&")) {
      var pair = part.split("=", 2);
      if (pair.length == 2) query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
    }
    var came = query.getOrDefault("state", "").getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(came, state.getBytes(StandardCharsets.UTF_8))) {
      throw new AuthorizationException("this answer belongs to another sign-in: begin again");
    }
    if (query.containsKey("error")) {
      throw new AuthorizationException("the wallet did not approve: " + query.get("error"));
    }
    var code = query.getOrDefault("code", "");
    if (code.isEmpty()) throw new AuthorizationException("the wallet answered without a code: begin again");
    return code;
  }

  private static String random(int length) {
    var bytes = new byte[length];
    new SecureRandom().nextBytes(bytes);
    return Keystore.base64(bytes);
  }

  /** Without the verifier. */
  @Override
  public String toString() {
    return "Authorization by " + url;
  }
}
