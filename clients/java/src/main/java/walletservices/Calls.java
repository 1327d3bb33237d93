package walletservices;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Calls that are not waited for. */
public final class Calls {
  private Calls() {}

  /**
   * Makes calls in another thread, as {@link CompletableFuture#supplyAsync(Supplier, Executor)} does. A future that is
   * cancelled ends the call that is made, and every wait within it.
   *
   * @param executor whose threads wait
   */
  public static <T> CompletableFuture<T> async(Executor executor, Supplier<T> calls) {
    var future = new CompletableFuture<T>();
    return future.completeAsync(calls, work -> {
      var task = new FutureTask<Void>(work, null);
      future.whenComplete((value, error) -> {
        if (future.isCancelled()) task.cancel(true);
      });
      executor.execute(task);
    });
  }
}
