package walletservices;

/** OAuth: the user did not approve, or the answer belongs to another sign-in. */
public final class AuthorizationException extends WalletException {
  private static final long serialVersionUID = 1L;

  AuthorizationException(String message) {
    super(message, null);
  }
}
