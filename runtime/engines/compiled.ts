/** The default engine: validators that were compiled from the document when it was generated. */

import type { CompiledValidator, Service } from '../operation.ts';
import { documentedStatus, type Engine, type Problem } from './engine.ts';

export function compiledEngine(service: Service): Engine {
  return {
    request(operation, { input }) {
      const validator = service.validators[operation.id]?.request;
      return validator === undefined || validator(input) ? undefined : problemOf(validator);
    },
    response(operation, _request, status, body) {
      const documented = documentedStatus(operation, status);
      const validator = documented === undefined ? undefined : service.validators[operation.id]?.responses[documented];
      return validator === undefined || validator(body) ? undefined : problemOf(validator);
    },
  };
}

function problemOf(validator: CompiledValidator): Problem {
  // Of an `anyOf` the last error only says that no branch fits; the first one names a member.
  const { instancePath = '', message = 'is invalid', params = {} } = validator.errors?.[0] ?? {};
  return { pointer: instancePath, message: detailOf(params) ?? message };
}

/** What some messages leave out: which values there are, and which member is one too many. */
function detailOf(params: object): string | undefined {
  if ('allowedValues' in params && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  return 'additionalProperty' in params ? `must not have ${JSON.stringify(params.additionalProperty)}` : undefined;
}
