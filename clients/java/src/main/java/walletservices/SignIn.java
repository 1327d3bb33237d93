package walletservices;

import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import walletservices.comment.Comment;
import walletservices.comment.model.SignInMethod;
import walletservices.comment.model.SignInRequest;

/** Signing in to the comment service, which issues a token of its own (document 1, Client-side sign-in). */
public final class SignIn {
  private SignIn() {}

  /** Tokens of the comment service at an address, for those of the wallet network: of a keystore, or one of OAuth. */
  public static TokenSource withToken(String baseUrl, TokenSource network) {
    return exchanged(
        baseUrl, () -> new SignInRequest().method(SignInMethod.MIXIN_TOKEN).mixinToken(network.token()));
  }

  /**
   * Tokens of the comment service at an address, for a message that the user's wallet signs (EIP-4361). The wallet is
   * asked at the first call that needs a token, and again when the service rejects one.
   *
   * @param message makes a new message
   * @param sign signs a text with the key of the account (EIP-191): {@code 0x} and 65 bytes in hexadecimal
   */
  public static TokenSource withWallet(String baseUrl, Supplier<SiweMessage> message, UnaryOperator<String> sign) {
    return exchanged(baseUrl, () -> {
      var made = message.get();
      var signature = sign.apply(made.text());
      return new SignInRequest().method(SignInMethod.MVM).signedMessage(made.json()).signature(signature);
    });
  }

  private static TokenSource exchanged(String baseUrl, Supplier<SignInRequest> request) {
    var comment = Comment.at(baseUrl);
    var forever = ChronoUnit.FOREVER.getDuration();
    return TokenSource.kept(() -> comment.signIn(request.get()).getData().getAccessToken(), forever);
  }
}
