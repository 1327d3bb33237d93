package walletservices;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.List;

/** An operation of a document. */
public final class Operation<T> {
  final String method;
  final String path;
  final ObjectReader reader;
  final boolean mayBeNull;
  final boolean sited;
  final List<String> schemes;

  /**
   * Describes an operation; the clients have them ready.
   *
   * @param sited whether it is about the page of a site
   * @param schemes the credentials that it takes
   */
  public Operation(String method, String path, TypeReference<T> result, boolean sited, String... schemes) {
    this.method = method;
    this.path = path;
    this.reader = Json.MAPPER.readerFor(result);
    this.mayBeNull = !Model.class.isAssignableFrom(Json.MAPPER.constructType(result).getRawClass());
    this.sited = sited;
    this.schemes = List.of(schemes);
  }
}
