package walletservices;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Calls that are not waited for. */
public final class Calls {
  private Calls() {}

  /**
   * Makes calls in another thread. A future that is cancelled ends the call that is made, and every wait within it.
   *
   * @param executor whose threads wait
   */
  public static <T> CompletableFuture<T> async(Executor executor, Supplier<T> calls) {
    var thread = new AtomicReference<Thread>();
    var future = new CompletableFuture<T>();
    future.whenComplete((value, error) -> {
      synchronized (thread) {
        if (future.isCancelled() && thread.get() != null) thread.get().interrupt();
      }
    });
    executor.execute(() -> {
      synchronized (thread) {
        if (future.isDone()) return;
        thread.set(Thread.currentThread());
      }
      try {
        future.complete(calls.get());
      } catch (Throwable error) {
        future.completeExceptionally(error);
      } finally {
        synchronized (thread) {
          thread.set(null);
          // Nothing of it is left for what the thread does next.
          if (future.isCancelled()) Thread.interrupted();
        }
      }
    });
    return future;
  }
}
