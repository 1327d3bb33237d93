package walletservices;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;

/**
 * An operation of a document; the clients have them ready.
 *
 * @param sited whether it is about the page of a site
 * @param schemes the credentials that it takes
 */
public record Operation<T>(
    String method, String path, TypeReference<T> result, boolean sited, List<String> schemes) {}
