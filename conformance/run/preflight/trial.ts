/** Builds the checks of operations, as a run does. */
import { messageOf } from '@wallet-services/kit/errors';
import { exampleInput, invalidVariants, validVariants } from '../../generate/inputs.ts';
import { inputOracle } from '../../generate/oracle.ts';
import { buildApi, type Operation } from '../../model/document/api.ts';
import type { OpenApiDocument } from '../../model/document/document.ts';
import { schemaJudge } from '../../model/document/schemas.ts';
import type { ServiceContract } from '../contract.ts';
import { type OperationPlace, withOperations } from './places.ts';

type Tools = Pick<ServiceContract, 'api' | 'schemas' | 'oracle'>;

/** Time limit for judging a value by a schema, in milliseconds. */
const LONGEST = 4_000;

/** Builds everything that a run builds for an operation. @throws Error that names the part that cannot be built */
function tryOperation(operation: Operation, { api, schemas, oracle }: Tools): void {
  const { parameters, body, responses } = operation;
  const answers = responses.flatMap(({ contents }) => contents);
  for (const { schemaPointer } of [...parameters, ...(body === null ? [] : [body]), ...answers]) {
    if (schemaPointer === null) continue;
    const unusable = schemas.unusable(schemaPointer);
    if (unusable !== null) throw new Error(`the schema ${schemaPointer} cannot be used: ${unusable}`);
    schemas.problems(schemaPointer, null);
  }
  const base = exampleInput(operation, 'all');
  new Headers(base.headers);
  for (const make of [validVariants, invalidVariants]) JSON.stringify(make({ api, oracle }, operation, base));
}

/**
 * Why operations cannot be checked; null if they can be.
 *
 * @param document without declarations: they are not tried. It may have other operations, to which these refer.
 */
export function problemIn(document: OpenApiDocument, places: readonly OperationPlace[]): string | null {
  try {
    const api = buildApi('service', withOperations(document, places), { rules: [], questions: [] });
    const schemas = schemaJudge(document, LONGEST);
    const tools: Tools = { api, schemas, oracle: inputOracle(document, schemas) };
    for (const operation of api.operations) tryOperation(operation, tools);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
