package walletservices.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import walletservices.swap.Swap;

/**
 * How long a call takes with the HTTP client of the JDK and with this client, in microseconds: medians, in turns. The
 * client of the JDK does what any call must: a time limit, a check of the status, and the answer as types of Jackson.
 */
public final class Bench {
  private static final int WARM_UP = 2000;
  private static final int CALLS = 3000;

  private record Transaction(
      String id, String created_at, String type, String base_asset_id, String quote_asset_id, BigDecimal base_amount,
      BigDecimal quote_amount, String fee_asset_id, BigDecimal fee_amount, String pay_asset_id, String filled_asset_id,
      BigDecimal funds, BigDecimal amount, BigDecimal value, BigDecimal fee_value, String follow_id, BigDecimal liquidity) {}

  private record Pagination(String next_cursor, boolean has_next) {}

  private record Page(List<Transaction> transactions, Pagination pagination) {}

  private record Answer(long ts, Page data) {}

  private Bench() {}

  private static double timed(Callable<?> call) throws Exception {
    var start = System.nanoTime();
    call.call();
    return (System.nanoTime() - start) / 1000.0;
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
  }

  /** Prints one line of JSON. */
  public static void main(String[] args) throws Exception {
    var origin = System.getenv("BENCH_URL");
    var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var json = new ObjectMapper();
    var limit = Duration.ofSeconds(10);
    var swap = Swap.at(origin + "/swap");
    var query = new Swap.ListTransactionsQuery().limit(20);
    Callable<Object> bare = () -> {
      var request = HttpRequest.newBuilder(URI.create(origin + "/swap/transactions?limit=20")).timeout(limit).build();
      var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) throw new IOException("status " + response.statusCode());
      return json.readValue(response.body(), Answer.class).data().transactions();
    };
    Callable<Object> client = () -> swap.listTransactions(query).getData().getTransactions();
    var taken = List.of(new ArrayList<Double>(), new ArrayList<Double>());
    for (var count = 0; count < WARM_UP + CALLS; count += 1) {
      var times = List.of(timed(bare), timed(client));
      if (count < WARM_UP) continue;
      taken.get(0).add(times.get(0));
      taken.get(1).add(times.get(1));
    }
    System.out.printf(java.util.Locale.ROOT, "{\"bare\": %.1f, \"client\": %.1f}%n", median(taken.get(0)), median(taken.get(1)));
    System.exit(0);
  }
}
