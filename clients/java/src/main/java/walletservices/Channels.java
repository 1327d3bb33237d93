package walletservices;

import com.google.protobuf.Descriptors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
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
    return presenting(Map.of("AppId", TokenSource.of(appId), "AppSecret", TokenSource.of(appSecret)));
  }

  /**
   * Lets a channel repeat, where the service cannot be reached, what may be repeated.
   *
   * @param service such as {@code LendingOuterClass.getDescriptor().findServiceByName("Lending")}
   */
  public static ManagedChannelBuilder<?> repeating(
      ManagedChannelBuilder<?> channel, Descriptors.ServiceDescriptor service) {
    var names = service.getMethods().stream()
        .filter(method -> RpcMethods.REPEATABLE.contains(service.getFullName() + "/" + method.getName()))
        .map(method -> Map.of("service", service.getFullName(), "method", method.getName()))
        .toList();
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
        var limited = options.getDeadline() == null ? options.withDeadlineAfter(10, TimeUnit.SECONDS) : options;
        var schemes = RpcMethods.SCHEMES.getOrDefault(method.getFullMethodName(), List.of());
        return new SimpleForwardingClientCall<Q, A>(next.newCall(method, limited)) {
          @Override
          public void start(Listener<A> listener, Metadata headers) {
            var presented = new Presented(schemes, given);
            presented.headers.forEach(
                (name, value) -> headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
            super.start(new SimpleForwardingClientCallListener<A>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                if (status.getCode() == Status.Code.UNAUTHENTICATED) presented.reject();
                super.onClose(status, trailers);
              }
            }, headers);
          }
        };
      }
    };
  }
}
