package walletservices;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The proxies of the environment: {@code HTTP_PROXY}, {@code HTTPS_PROXY}, {@code NO_PROXY}. Properties of the JVM win. */
final class Proxies extends ProxySelector {
  private static final int PORT = 80;

  private final Map<String, String> environment;

  Proxies(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    var standard = ProxySelector.getDefault();
    if (standard != null && System.getProperty(scheme + ".proxyHost") != null) return standard.select(uri);
    var address = variable(scheme + "_proxy");
    if (address.isEmpty() || isExempt(uri.getHost())) return List.of(Proxy.NO_PROXY);
    // What is before the host, a user and a password, the JDK sends by an Authenticator only.
    var proxy = URI.create(address.contains("://") ? address : "http://" + address);
    var port = proxy.getPort() < 0 ? PORT : proxy.getPort();
    return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), port)));
  }

  private String variable(String name) {
    return environment.getOrDefault(name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
  }

  /** Whether {@code NO_PROXY} names a host, a domain around it, or all. */
  private boolean isExempt(String host) {
    return Arrays.stream(variable("no_proxy").split(","))
        .map(String::strip)
        .map(each -> each.replaceFirst("^\\*?\\.", ""))
        .anyMatch(each -> each.equals("*") || each.equalsIgnoreCase(host)
            || !each.isEmpty() && host.toLowerCase(Locale.ROOT).endsWith("." + each.toLowerCase(Locale.ROOT)));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException error) {
    // The call reports it.
  }
}
