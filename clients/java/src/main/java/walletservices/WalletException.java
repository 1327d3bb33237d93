package walletservices;

/** Any failure of this package. No message holds a credential. */
public abstract class WalletException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WalletException(String message, Throwable cause) {
    super(message, cause);
  }
}
