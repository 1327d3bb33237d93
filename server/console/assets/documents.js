// Reads the documents of the services: operations, examples, and the names of assets.

const documents = new Map();

/** Fetches a service's document. A service that is not started has none. @param {string} service */
function documentOf(service) {
  if (!documents.has(service)) {
    const read = fetch(`/openapi/${service}.json`).then((answer) => (answer.ok ? answer.json() : { paths: {} }));
    documents.set(service, read);
  }
  return documents.get(service);
}

/** The operations of a service, with the names of their examples. @param {string} service */
export async function operationsOf(service) {
  const { paths } = await documentOf(service);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, { operationId, responses }]) => ({
        id: operationId,
        title: `${method.toUpperCase()} ${path}`,
        examples: examplesIn(responses),
      })),
  );
}

/**
 * The page of an operation in the API reference; for an unknown operation, the page of its service.
 *
 * @param {string} service @param {string} [operation]
 */
export async function referenceOf(service, operation) {
  const { paths } = await documentOf(service);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, tags = [] }] of Object.entries(methods)) {
      if (operation === undefined || operationId !== operation) continue;
      const tag = tags[0]?.toLowerCase().replaceAll(' ', '-');
      return `/reference/${service}#api/tag/${tag}/${method.toUpperCase()}${path}`;
    }
  }
  return `/reference/${service}`;
}

function examplesIn(responses) {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
      name,
      status: status.endsWith('XX') ? (value?.code ?? status) : status,
    })),
  );
}

/** The example of a request's body. @param {string} service @param {string} path @param {string} method */
export async function exampleBody(service, path, method) {
  const { example, examples } = (await documentOf(service)).paths[path][method].requestBody.content['application/json'];
  return example ?? Object.values(examples)[0].value;
}

/** Names of the assets in the examples, by id: the seeded data has the same assets. */
export async function assetNames() {
  const lists = await Promise.all(
    ['lending', 'swap', 'vault'].map(async (service) => {
      const { paths } = await documentOf(service);
      return named(Object.values(paths).map(({ get }) => get?.responses?.['200']?.content?.['application/json']));
    }),
  );
  return new Map(lists.flat());
}

/** Finds pairs of id and symbol anywhere in a value. */
function named(value) {
  if (typeof value !== 'object' || value === null) return [];
  const { asset_id, id = asset_id, symbol } = value;
  const own = typeof symbol === 'string' && typeof (asset_id ?? id) === 'string' ? [[asset_id ?? id, symbol]] : [];
  return [...own, ...Object.values(value).flatMap(named)];
}

/** The markets in lending's example: asset id and symbol. */
export async function markets() {
  const { paths } = await documentOf('lending');
  return [...new Map(named(paths['/api/v1/markets/all']))];
}
