package walletservices;

/** There is no answer. */
public final class CallException extends WalletException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** It took too long. */
    TIMEOUT,
    /** The network failed. */
    NETWORK,
    /** What came is not what the document says. */
    MALFORMED,
    /** The thread was interrupted, or the future cancelled; the thread is still marked as interrupted. */
    INTERRUPTED
  }

  private final Reason reason;

  CallException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why there is no answer. */
  public Reason getReason() {
    return reason;
  }
}
