package walletservices;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The credentials of one call: the headers that carry them, and where their tokens are from. */
final class Presented {
  final Map<String, String> headers = new HashMap<>();
  private final Map<TokenSource, String> tokens = new HashMap<>();

  /** Takes a token for each scheme of an operation that was told, by the names of the documents. */
  Presented(List<String> schemes, Map<String, TokenSource> told) {
    for (var name : schemes) {
      var source = told.get(name);
      var token = source == null ? null : tokens.computeIfAbsent(source, TokenSource::token);
      var scheme = Scheme.ALL.get(name);
      if (token != null) Http.checkCredential(scheme.header(), token);
      if (token != null) headers.put(scheme.header(), scheme.prefix() + token);
    }
  }

  /** The tokens themselves. */
  Collection<String> secrets() {
    return tokens.values();
  }

  /** Tells that they were rejected. Returns whether there may be others. */
  boolean reject() {
    var may = false;
    for (var each : tokens.entrySet()) may |= each.getKey().reject(each.getValue());
    return may;
  }
}
