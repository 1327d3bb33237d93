package walletservices.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.util.JsonFormat;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;
import org.web3j.utils.Numeric;
import walletservices.Authorization;
import walletservices.CallException;
import walletservices.CallOptions;
import walletservices.Calls;
import walletservices.Channels;
import walletservices.Keystore;
import walletservices.Pages;
import walletservices.PagingException;
import walletservices.ServiceException;
import walletservices.SignIn;
import walletservices.SiweMessage;
import walletservices.TokenSource;
import walletservices.Turns;
import walletservices.WalletException;
import walletservices.assistant.Assistant;
import walletservices.comment.Comment;
import walletservices.lending.Lending;
import walletservices.swap.Swap;
import walletservices.vault.Vault;

/** Takes the steps of {@code npm run check:client} with this package. */
public final class Driver {
  private static final Map<String, String> ENV = System.getenv();
  private static final ObjectMapper JSON = constant("Json", "MAPPER", ObjectMapper.class);
  private static final HttpClient SHARED = constant("Http", "SHARED", HttpClient.class);

  private final Keystore keystore = Keystore.parse(ENV.get("CHECK_KEYSTORE"));
  private final TokenSource token = keystore.accessTokens();
  private final Assistant assistant = Assistant.builder(ENV.get("CHECK_ASSISTANT_URL"))
      .appId(ENV.get("CHECK_APP_ID"))
      .appSecret(ENV.get("CHECK_APP_SECRET"))
      .build();
  private final Map<String, Object> clients = Map.of(
      "lending", Lending.builder(ENV.get("CHECK_LENDING_URL")).token(token).build(),
      "comment", comment(SignIn.withToken(ENV.get("CHECK_COMMENT_URL"), token)),
      "swap", Swap.builder(ENV.get("CHECK_SWAP_URL")).token(token).build(),
      "vault", Vault.builder(ENV.get("CHECK_VAULT_URL")).token(token).build(),
      "assistant", assistant);

  private Driver() {}

  /** What the client has, and is not for others: its mapper, with decimals and times to the last digit, and its HTTP. */
  private static <T> T constant(String owner, String name, Class<T> type) {
    try {
      var field = Class.forName("walletservices." + owner).getDeclaredField(name);
      field.setAccessible(true);
      return type.cast(field.get(null));
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Comment comment(TokenSource source) {
    return Comment.builder(ENV.get("CHECK_COMMENT_URL")).token(source).build();
  }

  private static String camel(String name) {
    var text = new StringBuilder();
    for (var part : name.toLowerCase().split("[-_]")) {
      text.append(text.length() == 0 ? part : part.substring(0, 1).toUpperCase() + part.substring(1));
    }
    return text.toString();
  }

  private static Object as(JsonNode value, Class<?> type) {
    return JSON.convertValue(value, type);
  }

  /** The arguments of a method, from the inputs by the names of the document. */
  private static Object[] arguments(Method method, JsonNode input, String path) throws ReflectiveOperationException {
    var names = new ArrayList<String>();
    var found = java.util.regex.Pattern.compile("\\{(\\w+)}").matcher(path);
    while (found.find()) names.add(found.group(1));
    // Those of the query that have no setter are required: they stand behind those of the path.
    var query = Arrays.stream(method.getParameterTypes())
        .filter(type -> type.getSimpleName().endsWith("Query")).findFirst().orElse(Object.class);
    for (var each : input.path("query").properties()) {
      if (Arrays.stream(query.getMethods()).noneMatch(one -> one.getName().equals(camel(each.getKey())))) {
        names.add(each.getKey());
      }
    }
    var arguments = new Object[method.getParameterCount()];
    for (var place = 0; place < arguments.length; place += 1) {
      var type = method.getParameterTypes()[place];
      if (type.getSimpleName().endsWith("Query")) {
        arguments[place] = type.getConstructor().newInstance();
        for (var where : List.of("query", "header")) {
          for (var each : input.path(where).properties()) {
            if (names.contains(each.getKey())) continue;
            var setter = Arrays.stream(type.getMethods())
                .filter(one -> one.getName().equals(camel(each.getKey()))).findFirst().orElseThrow();
            setter.invoke(arguments[place], as(each.getValue(), setter.getParameterTypes()[0]));
          }
        }
      } else if (place < names.size()) {
        var where = input.path("path").has(names.get(place)) ? "path" : "query";
        arguments[place] = as(input.path(where).path(names.get(place)), type);
      } else if (type != CallOptions.class && input.has("body")) {
        arguments[place] = as(input.get("body"), type);
      }
    }
    return arguments;
  }

  private static Method longest(Object client, String name) {
    return Arrays.stream(client.getClass().getMethods())
        .filter(each -> each.getName().equals(name))
        .max((one, other) -> one.getParameterCount() - other.getParameterCount())
        .orElseThrow(() -> new IllegalArgumentException("there is no " + name));
  }

  private static String path(Object client, String operation) throws ReflectiveOperationException {
    var constant = operation.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase();
    var described = client.getClass().getField(constant).get(null);
    var field = described.getClass().getDeclaredField("path");
    field.setAccessible(true);
    return (String) field.get(described);
  }

  private static Object invoke(Method method, Object client, Object[] arguments) throws ReflectiveOperationException {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException error) {
      if (error.getCause() instanceof RuntimeException cause) throw cause;
      throw error;
    }
  }

  /** TLS that trusts an authority. */
  private static SSLContext trusting(String authority) {
    try {
      var certificate = CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(authority.getBytes(StandardCharsets.UTF_8)));
      var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", certificate);
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** The client of a step: that of its service, or a new one for an address of its own. */
  private Object client(JsonNode ask) {
    var service = ask.get("service").asText();
    if (!ask.has("url")) return clients.get(service);
    var url = ask.get("url").asText();
    var given = ask.path("credentials");
    var own = SHARED;
    if (ask.path("own_http").asBoolean()) {
      own = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    } else if (ask.has("authority")) {
      own = HttpClient.newBuilder().sslContext(trusting(ask.get("authority").asText())).build();
    }
    return switch (service) {
      case "lending" -> Lending.builder(url).http(own).build();
      case "comment" -> Comment.builder(url).http(own).build();
      case "swap" -> Swap.builder(url).http(own).token(given.path("token").asText()).build();
      case "vault" -> Vault.builder(url).http(own).build();
      default -> Assistant.builder(url)
          .http(own)
          .appId(given.path("app_id").asText())
          .appSecret(given.path("app_secret").asText())
          .build();
    };
  }

  private Object call(JsonNode ask) throws ReflectiveOperationException {
    var client = client(ask);
    var operation = ask.get("operation").asText();
    var method = longest(client, operation);
    var arguments = arguments(method, ask.path("input"), path(client, operation));
    var timeout = ask.has("timeout_ms") ? Duration.ofMillis(ask.get("timeout_ms").asLong()) : null;
    arguments[arguments.length - 1] = CallOptions.NONE.withTimeout(timeout);
    if (!ask.has("abort_after_ms")) return invoke(method, client, arguments);
    var executor = Executors.newSingleThreadExecutor();
    try {
      Supplier<Object> supplier = () -> {
        try {
          return invoke(method, client, arguments);
        } catch (ReflectiveOperationException error) {
          throw new IllegalStateException(error);
        }
      };
      var future = Calls.async(executor, supplier);
      var timer = Executors.newSingleThreadScheduledExecutor();
      timer.schedule(() -> future.cancel(true), ask.get("abort_after_ms").asLong(), TimeUnit.MILLISECONDS);
      timer.shutdown();
      return future.join();
    } finally {
      executor.shutdown();
    }
  }

  private Object list(JsonNode ask) throws ReflectiveOperationException {
    var client = client(ask);
    var operation = ask.get("operation").asText();
    var method = longest(client, operation.replaceFirst("^list", "all"));
    var pages = (Pages<?>) invoke(method, client, arguments(method, ask.path("input"), path(client, operation)));
    if (ask.has("max_pages")) pages = pages.maxPages(ask.get("max_pages").asInt());
    var items = new ArrayList<Object>();
    var most = ask.path("most").asInt(Integer.MAX_VALUE);
    for (var item : pages) {
      items.add(item);
      if (items.size() == most) break;
    }
    return items;
  }

  private Object signIn(JsonNode ask) {
    var url = ENV.get("CHECK_COMMENT_URL");
    if (ask.get("method").asText().equals("NetworkToken")) return comment(SignIn.withToken(url, token)).readMe();
    var account = Credentials.create(ENV.get("CHECK_ACCOUNT_KEY"));
    var address = Keys.toChecksumAddress(account.getAddress());
    Supplier<SiweMessage> message = () -> new SiweMessage(ENV.get("CHECK_DOMAIN"), ENV.get("CHECK_URI"), address)
        .set("statement", "Sign in to comment.");
    var source = SignIn.withWallet(url, message, text -> {
      var signed = Sign.signPrefixedMessage(text.getBytes(StandardCharsets.UTF_8), account.getEcKeyPair());
      return Numeric.toHexString(signed.getR())
          + Numeric.toHexStringNoPrefix(signed.getS())
          + Numeric.toHexStringNoPrefix(signed.getV());
    });
    return comment(source).readMe();
  }

  /** The user is sent to the wallet; in a test the wallet sends the user back at once. */
  private Object authorize(JsonNode ask) throws Exception {
    var network = ENV.get("CHECK_NETWORK_URL");
    var scopes = new ArrayList<String>();
    ask.get("scopes").forEach(each -> scopes.add(each.asText()));
    var asked = Authorization.start(
        network + "/oauth/authorize", ask.get("client_id").asText(), scopes, ask.get("redirect_uri").asText());
    var request = HttpRequest.newBuilder(URI.create(asked.url())).build();
    var back = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    var grant = asked.exchange(network + "/oauth/token", back.headers().firstValue("Location").orElse("none"));
    return comment(SignIn.withToken(ENV.get("CHECK_COMMENT_URL"), TokenSource.of(grant.token()))).readMe();
  }

  private JsonNode rpc(JsonNode ask) throws Exception {
    var service = walletservices.lending.v1.LendingOuterClass.getDescriptor().findServiceByName("Lending");
    var target = URI.create(ENV.get("CHECK_GRPC_URL"));
    var channel = Channels.repeating(
            ManagedChannelBuilder.forAddress(target.getHost(), target.getPort()).usePlaintext(), service)
        .intercept(Channels.withToken(token))
        .build();
    try {
      var stub = walletservices.lending.v1.LendingGrpc.newBlockingStub(channel);
      var name = camel(ask.get("method").asText().replaceAll("([a-z])([A-Z])", "$1_$2"));
      var method = longest(stub, name);
      var type = method.getParameterTypes()[0];
      var builder = (com.google.protobuf.Message.Builder) type.getMethod("newBuilder").invoke(null);
      JsonFormat.parser().merge(ask.get("input").toString(), builder);
      var answer = (com.google.protobuf.MessageOrBuilder) invoke(method, stub, new Object[] {builder.build()});
      return JSON.readTree(JsonFormat.printer().print(answer));
    } finally {
      channel.shutdownNow();
    }
  }

  private Object take(JsonNode ask) throws Exception {
    return switch (ask.get("do").asText()) {
      case "call" -> call(ask);
      case "list" -> list(ask);
      case "sign-in" -> signIn(ask);
      case "authorize" -> authorize(ask);
      case "wait" -> Turns.await(assistant, ask.get("conversation_id").asText(), ask.get("turn_id").asLong(),
          Duration.ofMillis(ask.get("limit_ms").asLong()));
      case "rpc" -> rpc(ask);
      default -> throw new UnsupportedOperationException("this driver does not know how to " + ask.get("do").asText());
    };
  }

  private static Map<String, Object> failure(String kind, Integer status, Throwable error) {
    var told = new LinkedHashMap<String, Object>();
    told.put("kind", kind);
    if (status != null) told.put("status", status);
    var message = new StringBuilder();
    for (var each = error; each != null; each = each.getCause()) message.append(each).append(' ');
    told.put("message", message.toString());
    return Map.of("ok", false, "error", told);
  }

  private Object answer(String line) {
    try {
      var result = new LinkedHashMap<String, Object>();
      result.put("ok", true);
      result.put("result", JSON.valueToTree(take(JSON.readTree(line))));
      return result;
    } catch (UnsupportedOperationException error) {
      return Map.of("unsupported", String.valueOf(error.getMessage()));
    } catch (ServiceException error) {
      return failure("refused", error.getStatus(), error);
    } catch (CallException error) {
      var kind = error.getReason() == CallException.Reason.INTERRUPTED ? "aborted" : error.getReason().name().toLowerCase();
      return failure(kind, null, error);
    } catch (CancellationException error) {
      return failure("aborted", null, error);
    } catch (PagingException error) {
      return failure("paging", null, error);
    } catch (IllegalArgumentException error) {
      return failure("invalid", null, error);
    } catch (WalletException | StatusRuntimeException | CompletionException error) {
      return failure("other", null, error);
    } catch (Exception error) {
      return failure("other", null, error);
    }
  }

  /** Reads a step a line. */
  public static void main(String[] args) throws Exception {
    var driver = new Driver();
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      output.println(JSON.writeValueAsString(driver.answer(line)));
    }
    System.exit(0);
  }
}
