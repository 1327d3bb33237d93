/** The process that tries operations of a document before anything is sent. */
import { begin } from '@wallet-services/kit/begin';
import { messageOf } from '@wallet-services/kit/errors';
import { serveJudge } from '@wallet-services/kit/judge';
import { exampleInput, invalidVariants, validVariants } from '../../generate/inputs.ts';
import type { Operation } from '../../model/document/api.ts';
import type { OpenApiDocument } from '../../model/document/document.ts';
import { contractOf, type ServiceContract } from '../contract.ts';
import { type OperationPlace, withOperations } from './places.ts';

/** Builds everything that a run builds for an operation. @throws Error that names the part that cannot be built */
function tryOperation(operation: Operation, { api, schemas, oracle }: ServiceContract): void {
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

begin();
serveJudge<OpenApiDocument, null, readonly OperationPlace[], string | null>(async (document) => ({
  about: null,
  async judge(places) {
    try {
      const contract = contractOf(withOperations(document, places));
      const [name = 'service'] = contract.services;
      const service = await contract.service(name);
      for (const operation of service.api.operations) tryOperation(operation, service);
      return null;
    } catch (error) {
      return messageOf(error);
    }
  },
}));
