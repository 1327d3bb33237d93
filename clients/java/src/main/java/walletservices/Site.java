package walletservices;

/**
 * A page of a site, for every call that is about one and names none itself.
 *
 * @param id null where the slug is enough
 * @param slug null where the id is enough
 */
public record Site(Long id, String slug) {}
