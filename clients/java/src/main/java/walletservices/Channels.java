package walletservices;

import com.google.protobuf.Descriptors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * RPC over gRPC: what channels for the generated stubs are given. Needs {@code grpc-stub}, {@code grpc-protobuf} and a
 * transport.
 */
public final class Channels {
  private Channels() {}

  /**
   * Presents a token to the methods of a service that take one, renewed where it is old; a call without a deadline gets
   * one of ten seconds.
   */
  public static ClientInterceptor withToken(TokenSource token) {
    return presenting(Map.of("AccessToken", token, "CommentToken", token));
  }

  /** Presents the id of an application, and its secret where that is needed; the secret may be null. */
  public static ClientInterceptor withApplication(String appId, String appSecret) {
    var given = new HashMap<String, TokenSource>();
    given.put("AppId", TokenSource.of(appId));
    if (appSecret != null) given.put("AppSecret", TokenSource.of(appSecret));
    return presenting(given);
  }

  /**
   * Lets a channel repeat, where the service cannot be reached, what may be repeated.
   *
   * @param service such as {@code LendingOuterClass.getDescriptor().findServiceByName("Lending")}
   */
  public static ManagedChannelBuilder<?> repeating(
      ManagedChannelBuilder<?> channel, Descriptors.ServiceDescriptor service) {
    var names = new ArrayList<Map<String, String>>();
    for (var method : service.getMethods()) {
      var rpc = RpcMethods.ALL.get(service.getFullName() + "/" + method.getName());
      if (rpc != null && rpc.isRepeatable()) {
        names.add(Map.of("service", service.getFullName(), "method", method.getName()));
      }
    }
    var policy = Map.of(
        "maxAttempts", 3.0,
        "initialBackoff", "0.2s",
        "maxBackoff", "5s",
        "backoffMultiplier", 2.0,
        "retryableStatusCodes", List.of("UNAVAILABLE"));
    return channel
        .defaultServiceConfig(Map.of("methodConfig", List.of(Map.of("name", names, "retryPolicy", policy))))
        .enableRetry();
  }

  private static ClientInterceptor presenting(Map<String, TokenSource> given) {
    return new ClientInterceptor() {
      @Override
      public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        var limited = options.getDeadline() != null
            ? options
            : options.withDeadlineAfter(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
        var rpc = RpcMethods.ALL.get(method.getFullMethodName());
        var presented = new HashMap<TokenSource, String>();
        return new ForwardingClientCall.SimpleForwardingClientCall<Q, A>(next.newCall(method, limited)) {
          @Override
          public void start(Listener<A> listener, Metadata headers) {
            for (var scheme : rpc == null ? List.<String>of() : rpc.schemes()) {
              var source = given.get(scheme);
              if (source == null) continue;
              var token = source.token();
              presented.put(source, token);
              var header = RpcMethods.SCHEMES.get(scheme);
              headers.put(Metadata.Key.of(header[0], Metadata.ASCII_STRING_MARSHALLER), header[1] + token);
            }
            super.start(new io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener<A>(listener) {
              @Override
              public void onClose(io.grpc.Status status, Metadata trailers) {
                if (status.getCode() == io.grpc.Status.Code.UNAUTHENTICATED) presented.forEach(TokenSource::reject);
                super.onClose(status, trailers);
              }
            }, headers);
          }
        };
      }
    };
  }
}
