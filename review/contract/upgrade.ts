/** Turns Swagger 2 documents into OpenAPI 3.1. */
import { UsageError } from '../error.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';

/** A document that was upgraded, and what to say of it. */
export interface Upgraded {
  readonly document: JsonObject;
  readonly notes: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/**
 * Upgrades a Swagger 2 document.
 *
 * @throws UsageError when it cannot be upgraded
 */
export async function upgradeSwagger(name: string, swagger: JsonObject): Promise<Upgraded> {
  if (String(swagger['swagger']) !== '2.0') {
    throw new UsageError(`${name} is a Swagger ${String(swagger['swagger'])} document; only 2.0 is read.`);
  }
  const { upgrade } = await import('@scalar/openapi-upgrader');
  const document: unknown = attempt(name, () => upgrade(structuredClone(swagger), '3.1'));
  if (!isObject(document)) throw new UsageError(`${name} cannot be upgraded from Swagger 2.0.`);
  const bare = mediaTypesWithoutSchema(swagger);
  const dropped =
    bare === 0 ? '' : ` Media types of ${bare} responses without a schema are not in it, and are not compared.`;
  return { document, notes: [`${name} is a Swagger 2.0 document; it was upgraded to OpenAPI 3.1.${dropped}`] };
}

function attempt<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name} cannot be upgraded from Swagger 2.0: ${reason}.`);
  }
}

/** Responses that have media types and no schema: the upgrade leaves the media types out. */
function mediaTypesWithoutSchema(swagger: JsonObject): number {
  const operations = Object.values(objectOf(swagger['paths'])).flatMap((item) =>
    METHODS.map((method) => objectOf(objectOf(item)[method])),
  );
  return operations
    .filter((operation) => arrayOf(operation['produces']).length > 0)
    .flatMap((operation) => Object.values(objectOf(operation['responses'])))
    .filter((response) => isObject(response) && response['schema'] === undefined && response['$ref'] === undefined)
    .length;
}
