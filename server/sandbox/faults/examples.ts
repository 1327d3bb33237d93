/** Finds the example answers of an operation in the document, for faults that answer with an example. */
import type { ServiceName } from '@wallet-services/contract/services';
import { Refusal } from '@wallet-services/runtime/refusal';
import { readDocument } from '../../contract/index.ts';

/** An example answer. */
export interface ShownAnswer {
  readonly status: number;
  readonly name: string | undefined;
  readonly body: unknown;
}

/** The example answers of an operation, the successful ones first. */
async function shownAnswers(service: ServiceName, operation: string): Promise<readonly ShownAnswer[]> {
  const { paths } = await readDocument(service);
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === operation);
  return Object.entries(found?.responses ?? {}).flatMap(([status, response]) =>
    Object.values(response.content ?? {}).flatMap(({ example, examples = {} }): ShownAnswer[] => [
      ...(example === undefined ? [] : [{ status: Number(status), name: undefined, body: example }]),
      ...Object.entries(examples).map(([name, { value }]) => ({ status: Number(status), name, body: value })),
    ]),
  );
}

/**
 * @param requested the name of an example, a status, or both
 * @returns undefined when only a status is given, and the document has no example for it
 * @throws Refusal 400, with a list of the examples, when there is none of that name
 */
export async function shownAnswer(
  service: ServiceName,
  operation: string,
  requested: { readonly status?: number | undefined; readonly example?: string | undefined },
): Promise<ShownAnswer | undefined> {
  const answers = await shownAnswers(service, operation);
  const found = answers.find(
    ({ status, name }) =>
      (requested.status === undefined || requested.status === status) &&
      (requested.example === undefined || requested.example === name) &&
      Number.isInteger(status),
  );
  if (found !== undefined || requested.example === undefined) return found;
  const names = answers.flatMap(({ status, name }) => (name === undefined ? [] : [`${name} (${status})`]));
  throw new Refusal(400, `${operation} has no example ${requested.example}`, {
    hint: names.length === 0 ? 'it has no named examples' : `use one of ${names.join(', ')}`,
  });
}
