// What the pages take from the documents of the services: operations, examples, what assets are called.

const documents = new Map();

/** A service that is not served has none here. @param {string} service */
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
 * The page of an operation in the API reference; that of its service for an unknown one.
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

/** What the assets of the examples are called, by id: the seeded data has the same ones. */
export async function assetNames() {
  const lists = await Promise.all(
    ['lending', 'swap', 'vault'].map(async (service) => {
      const { paths } = await documentOf(service);
      return named(Object.values(paths).map(({ get }) => get?.responses?.['200']?.content?.['application/json']));
    }),
  );
  return new Map(lists.flat());
}

/** Pairs of id and symbol, wherever a value has both. */
function named(value) {
  if (typeof value !== 'object' || value === null) return [];
  const { asset_id, id = asset_id, symbol } = value;
  const own = typeof symbol === 'string' && typeof (asset_id ?? id) === 'string' ? [[asset_id ?? id, symbol]] : [];
  return [...own, ...Object.values(value).flatMap(named)];
}

/** The markets of lending, as its example shows them: id of the asset and symbol. */
export async function markets() {
  const { paths } = await documentOf('lending');
  return [...new Map(named(paths['/api/v1/markets/all']))];
}
