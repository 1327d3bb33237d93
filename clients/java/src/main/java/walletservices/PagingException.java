package walletservices;

/** A list cannot be read to its end. */
public final class PagingException extends WalletException {
  private static final long serialVersionUID = 1L;

  PagingException(String message) {
    super(message, null);
  }
}
