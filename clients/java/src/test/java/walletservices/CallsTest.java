package walletservices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import walletservices.CallException.Reason;
import walletservices.comment.Comment;
import walletservices.lending.Lending;
import walletservices.lending.model.Action;
import walletservices.lending.model.Market;
import walletservices.lending.model.Transaction;
import walletservices.swap.Swap;
import walletservices.swap.model.ActionRequest;
import walletservices.swap.model.OrderState;

/** Calls: credentials, repetition, time limits, errors; against a server that answers as it is told. */
final class CallsTest {
  private record Answer(int status, String body, String retryAfter) {}

  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<String> requests = new ArrayList<>();
  private long delay;
  private HttpServer server;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      var headers = exchange.getRequestHeaders();
      synchronized (requests) {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
            + headers.getFirst("Authorization") + " " + headers.getFirst("X-COMMENT-SITE-SLUG"));
      }
      pause();
      var answer = answers.size() > 1 ? answers.poll() : answers.peek();
      if (answer.retryAfter != null) exchange.getResponseHeaders().set("Retry-After", answer.retryAfter);
      var bytes = answer.body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    });
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void pause() {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answers(int status, String body) {
    answers.add(new Answer(status, body, null));
  }

  private Swap quick() {
    return Swap.builder(url).options(CallOptions.NONE.withDelay(Duration.ofMillis(1))).build();
  }

  @Test
  void aGetIsRepeatedAndAPostIsNot() {
    answers.add(new Answer(503, "", "0"));
    answers(429, "");
    answers(200, "{\"ts\": 1, \"data\": null}");
    assertEquals(List.of(), quick().listMarketStats().getData());
    assertEquals(3, requests.size());
    answers.clear();
    answers(503, "");
    assertThrows(ServiceException.class, () -> quick().createAction(new ActionRequest().action("3")));
    assertEquals(4, requests.size());
  }

  @Test
  void attemptsWaitsAndRenewalsAreReported() {
    answers(401, "");
    answers(503, "");
    answers(200, "{\"ts\": 1, \"data\": {\"transactions\": null}}");
    var events = new ArrayList<CallEvent>();
    var options = CallOptions.NONE.withDelay(Duration.ofMillis(1)).withOnEvent(events::add);
    var token = TokenSource.kept(() -> "SECRET", Duration.ofHours(1));
    Swap.builder(url).token(token).options(options).build().listMyTransactions("a", "b");
    assertEquals(
        List.of("ATTEMPT 1 401", "RENEWAL 1", "ATTEMPT 1 503", "WAIT 1", "ATTEMPT 2"),
        events.stream().map(CallsTest::shown).toList());
    assertEquals("GET " + url + "/transactions/{base}/{quote}/mine", events.get(0).call());
    assertFalse(events.toString().contains("SECRET"));
  }

  private static String shown(CallEvent event) {
    var status = event.error() instanceof ServiceException refusal ? " " + refusal.getStatus() : "";
    return event.kind() + " " + event.attempt() + status;
  }

  @Test
  void aCallEndsAtItsTotalTimeout() {
    delay = 5_000;
    answers(200, "{}");
    var options = CallOptions.NONE.withTotalTimeout(Duration.ofMillis(50)).withAttempts(9);
    var began = System.nanoTime();
    var late = assertThrows(CallException.class, () -> Swap.at(url).listPairs(new Swap.ListPairsQuery(), options));
    assertEquals(Reason.TIMEOUT, late.getReason());
    assertTrue(System.nanoTime() - began < 4_000_000_000L);
    delay = 0;
    answers.clear();
    answers.add(new Answer(503, "", "45"));
    var shorter = CallOptions.NONE.withTotalTimeout(Duration.ofSeconds(30)).withAttempts(9);
    assertEquals(503, assertThrows(ServiceException.class, () -> Swap.at(url).listPairs(new Swap.ListPairsQuery(), shorter)).getStatus());
    assertThrows(IllegalArgumentException.class, () -> CallOptions.NONE.withTotalTimeout(Duration.ZERO));
  }

  @Test
  void aWaitThatIsTooLongIsNotWaitedFor() {
    for (var asked : List.of("3600", "99999999999999999999", "Tue, 31 Dec 2999 23:59:59 GMT")) {
      answers.clear();
      requests.clear();
      answers.add(new Answer(503, "", asked));
      assertEquals(503, assertThrows(ServiceException.class, () -> quick().listPairs()).getStatus());
      assertEquals(1, requests.size());
    }
  }

  @Test
  void aRefusalKeepsStatusCodeAndBody() {
    answers(422, "{\"code\": 10002, \"msg\": \"no such pair\"}");
    var refusal = assertThrows(ServiceException.class, () -> quick().listPairs());
    assertEquals(422, refusal.getStatus());
    assertEquals(Long.valueOf(10002), refusal.getCode());
    assertTrue(refusal.getMessage().endsWith("422: no such pair"));
    assertEquals("38", refusal.getHeaders().firstValue("Content-Length").orElse(""));
  }

  @Test
  void aRefusalOfAnyFormKeepsItsStatus() {
    var long300 = "\u00e9\ud83d\ude00".repeat(150);
    for (var body : List.of("", "<html>", "[1]", "null", "{\"code\": \"x\", \"msg\": 7}", "{\"code\": true}", "[".repeat(5000))) {
      answers.clear();
      answers(400, body);
      var refusal = assertThrows(ServiceException.class, () -> quick().listPairs());
      assertEquals(400, refusal.getStatus());
      assertEquals(null, refusal.getCode());
      assertTrue(refusal.getMessage().endsWith("answered 400"), refusal.getMessage());
    }
    answers.clear();
    answers(400, "{\"code\": 4294967296, \"msg\": \"a\\nb" + long300 + long300 + "\"}");
    var refusal = assertThrows(ServiceException.class, () -> quick().listPairs());
    assertEquals(Long.valueOf(4294967296L), refusal.getCode());
    assertTrue(refusal.getMessage().contains("400: a b\u00e9\ud83d\ude00"));
    assertEquals(300, refusal.getMessage().codePoints().count() - refusal.getMessage().indexOf("a b"));
    answers.clear();
    answers(400, "x".repeat(3 << 20));
    assertEquals(1 << 20, assertThrows(ServiceException.class, () -> quick().listPairs()).getBody().asText().length());
  }

  @Test
  void whatIsNotAsDocumentedIsMalformed() {
    for (var body : List.of("", "null", "[]", "{} x", "{\"data\": 1}", "{\"x\": " + "[".repeat(5000))) {
      answers.clear();
      answers(200, body);
      var error = assertThrows(CallException.class, () -> quick().listPairs());
      assertEquals(Reason.MALFORMED, error.getReason());
    }
  }

  @Test
  void nullIsAnEmptyList() {
    answers(200, "null");
    answers(200, "");
    answers(200, "{\"data\": null}");
    var lending = Lending.builder(url).build();
    assertEquals(List.of(), lending.listTransactions());
    assertThrows(CallException.class, () -> lending.listTransactions());
    assertEquals(List.of(), lending.listMarkets().getData());
  }

  @Test
  void aCallEndsInTimeAndWhenItIsCancelled() {
    delay = 1000;
    answers(200, "{}");
    var options = CallOptions.NONE.withTimeout(Duration.ofMillis(50)).withAttempts(1);
    var error = assertThrows(CallException.class, () -> Swap.at(url).listAssets(options));
    assertEquals(Reason.TIMEOUT, error.getReason());
    var executor = Executors.newSingleThreadExecutor();
    var future = Calls.async(executor, () -> Swap.at(url).listPairs());
    future.cancel(true);
    assertThrows(CancellationException.class, future::join);
    assertFalse(Calls.async(executor, Thread::interrupted).join());
    executor.shutdown();
  }

  @Test
  void aTokenIsRenewedOnceAndGoesNowhereElse() {
    answers(401, "");
    var made = new ArrayList<String>();
    var source = TokenSource.kept(() -> {
      made.add("token-" + (made.size() + 1));
      return made.get(made.size() - 1);
    }, Duration.ofMinutes(1));
    var swap = Swap.builder(url).token(source).build();
    assertThrows(ServiceException.class, () -> swap.readOrder("a"));
    assertThrows(ServiceException.class, () -> swap.listPairs());
    assertEquals(List.of("token-1", "token-2"), made);
    assertEquals(
        List.of("GET /orders/a Bearer token-1 null", "GET /orders/a Bearer token-2 null", "GET /pairs null null"), requests);
  }

  @Test
  void fortyCallsWithARejectedTokenRenewItOnce() {
    var arrived = new CountDownLatch(40);
    server.createContext("/forty", exchange -> {
      var isOld = "Bearer token-1".equals(exchange.getRequestHeaders().getFirst("Authorization"));
      arrived.countDown();
      try {
        if (isOld && !arrived.await(60, TimeUnit.SECONDS)) return;
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      exchange.sendResponseHeaders(isOld ? 401 : 404, -1);
      exchange.close();
    });
    var made = Collections.synchronizedList(new ArrayList<String>());
    var source = TokenSource.kept(() -> {
      made.add("token-" + (made.size() + 1));
      return made.get(made.size() - 1);
    }, Duration.ofMinutes(1));
    var swap = Swap.builder(url + "/forty").token(source).build();
    var pool = Executors.newFixedThreadPool(40);
    var calls = Stream.generate(() -> CompletableFuture.supplyAsync(() -> swap.readOrder("a"), pool)).limit(40).toList();
    for (var call : calls) {
      var failed = assertThrows(CompletionException.class, call::join);
      assertEquals(404, ((ServiceException) failed.getCause()).getStatus());
    }
    pool.shutdown();
    assertEquals(List.of("token-1", "token-2"), made);
  }

  @Test
  void aSiteIsChosenOnce() {
    answers(404, "");
    var comment = Comment.builder(url).site(new Site(21L, "posts/a")).build();
    assertThrows(ServiceException.class, comment::listComments);
    assertThrows(ServiceException.class, () -> comment.listComments(new Comment.ListCommentsQuery().siteId(3)));
    assertEquals(List.of("GET /comments null posts/a", "GET /comments?site_id=3 null null"), requests);
  }

  @Test
  void aCursorThatComesBackIsAnError() {
    answers(200, "{\"data\": {\"transactions\": [], \"pagination\": {\"next_cursor\": \"7\", \"has_next\": true}}}");
    assertThrows(PagingException.class, () -> quick().allTransactions().stream().count());
  }

  @Test
  void aListIsReadAsFarAsItIsIterated() {
    var page = "{\"data\": {\"transactions\": [{\"id\": \"1\"}, {\"id\": \"2\"}], \"pagination\": {\"next_cursor\": \"%s\", \"has_next\": %s}}}";
    answers(200, page.formatted("7", true));
    answers(422, "");
    answers(200, page.formatted("", false));
    var transactions = quick().allTransactions().iterator();
    assertEquals(0, requests.size());
    transactions.next();
    assertTrue(transactions.hasNext());
    transactions.next();
    assertEquals(1, requests.size());
    assertThrows(ServiceException.class, transactions::hasNext);
    transactions.next();
    transactions.next();
    assertFalse(transactions.hasNext());
    assertEquals(List.of("GET /transactions null null", "GET /transactions?cursor=7 null null"), requests.subList(0, 2));
    assertEquals(3, requests.size());
  }

  @Test
  void anAnswerThatDoesNotEndIsEnded() {
    for (var status : List.of(200, 400)) {
      server.createContext("/endless/" + status, exchange -> {
        exchange.sendResponseHeaders(status, 0);
        while (true) exchange.getResponseBody().write(new byte[1 << 16]);
      });
    }
    server.createContext("/slow", exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      for (delay = 20; ; pause()) {
        exchange.getResponseBody().write(' ');
        exchange.getResponseBody().flush();
      }
    });
    var refusal = assertThrows(ServiceException.class, () -> Swap.at(url + "/endless/400").listPairs());
    assertEquals(1 << 20, refusal.getBody().asText().length());
    var malformed = assertThrows(CallException.class, () -> Swap.at(url + "/endless/200").listPairs());
    assertEquals(Reason.MALFORMED, malformed.getReason());
    var options = CallOptions.NONE.withTimeout(Duration.ofMillis(200)).withAttempts(1);
    var slow = assertThrows(CallException.class, () -> Swap.at(url + "/slow").listAssets(options));
    assertEquals(Reason.TIMEOUT, slow.getReason());
  }

  @Test
  void valuesOfALaterContractAreTakenAndDecimalsKeepTheirDigits() throws IOException {
    var paused = Json.MAPPER.readValue("\"Paused\"", OrderState.class);
    assertEquals(OrderState.of("Paused"), paused);
    assertEquals(List.of("Paused", "Paused", false), List.of(paused.value(), paused.toString(), paused.isKnown()));
    assertTrue(OrderState.DONE == Json.MAPPER.readValue("\"Done\"", OrderState.class));
    var list = "[{\"action\":31},{\"action\":777},{\"action\":null}]";
    var read = Json.MAPPER.readValue(list, Transaction[].class);
    assertTrue(read[0].getAction() == Action.QUICK_PLEDGE && read[1].getAction().value() == 777);
    assertEquals("[{\"action\":31},{\"action\":777},{}]", Json.text(read));
    var market = Json.MAPPER.readValue("{\"price\": \"0.000000012288666\", \"later\": 1}", Market.class);
    assertEquals(new BigDecimal("0.000000012288666"), market.getPrice());
    assertEquals(Map.of("later", 1), market.unknownMembers());
    assertEquals("{\"price\":\"0.000000012288666\",\"later\":1}", market.toString());
    for (var wrong : List.of("\"\"", "\"NaN\"", "\"1e999999999\"", "true", "{}")) {
      var text = "{\"price\": " + wrong + "}";
      assertThrows(IOException.class, () -> Json.MAPPER.readValue(text, Market.class), wrong);
    }
    for (var wrong : List.of("5", "0.5", "true")) {
      assertThrows(IOException.class, () -> Json.MAPPER.readValue(wrong, String.class), wrong);
    }
    for (var wrong : List.of("\"5\"", "\"\"", "5.0", "true")) {
      assertThrows(IOException.class, () -> Json.MAPPER.readValue(wrong, Long.class), wrong);
    }
    assertEquals(new BigDecimal("0.1"), Json.MAPPER.readValue("0.1", BigDecimal.class));
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws IOException {
    for (var wrong : List.of("\"\u00c0\u00af", "\"\u00ed\u00a0\u0080", "\"\u00f4\u0090\u0080\u0080", "\0{", "\u00ff\u00fe")) {
      var bytes = wrong.getBytes(StandardCharsets.ISO_8859_1);
      assertThrows(IOException.class, () -> Json.inUtf8(bytes), wrong);
    }
    var right = "\"\u00e9 \ufffd \ud83d\ude00\"".getBytes(StandardCharsets.UTF_8);
    assertEquals(right, Json.inUtf8(right));
  }

  @Test
  void aPathStaysBelowItsOperation() {
    for (var name : List.of("", ".", "..")) {
      assertThrows(IllegalArgumentException.class, () -> quick().readOrder(name));
    }
  }

  @Test
  void noTextOfAKeystoreRepeatsItsKey() {
    var key = "11".repeat(32);
    assertFalse(new Keystore("a", "b", key).toString().contains(key));
    var error = assertThrows(IllegalArgumentException.class, () -> new Keystore("a", "b", "secret-that-is-no-key"));
    assertFalse(error.getMessage().contains("secret-that"));
  }

  @Test
  void aMessageHasTheLinesOfEip4361() {
    var message = new SiweMessage("notes.example.org", "https://notes.example.org", "0x" + "24f411DC66".repeat(4))
        .set("nonce", "k7Qm2XvT9b")
        .set("issuedAt", "2021-08-17T11:14:30Z");
    assertEquals("notes.example.org wants you to sign in with your Ethereum account:\n0x" + "24f411DC66".repeat(4)
        + "\n\n\nURI: https://notes.example.org\nVersion: 1\nChain ID: 1\nNonce: k7Qm2XvT9b\n"
        + "Issued At: 2021-08-17T11:14:30Z", message.text());
    assertTrue(message.set("statement", "Sign in.").text().contains("\n\nSign in.\n\nURI: "));
    assertThrows(IllegalArgumentException.class, () -> message.set("statement", "two\nlines"));
  }

  @Test
  void oauthTakesNoForeignAnswer() {
    var asked = Authorization.start(url + "/authorize", "abc", List.of("A", "B"), null);
    assertTrue(asked.url().contains("code_challenge_method=S256"));
    assertThrows(AuthorizationException.class, () -> asked.exchange(url, "http://localhost/?code=1&state=x"));
    assertEquals(0, requests.size());
  }
}
