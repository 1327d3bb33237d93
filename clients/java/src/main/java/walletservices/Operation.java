package walletservices;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;

/**
 * An operation of a document; the clients have them ready.
 *
 * @param choices inputs of which a client may have been told, such as the page of a site; one of them in a call rules
 * @param schemes the credentials that it takes
 */
public record Operation<T>(
    String method, String path, TypeReference<T> result, List<String> choices, List<String> schemes) {}
