/** The default engine: validators that were compiled from the document when it was generated. */

import type { CompiledValidator, Service } from '../operation.ts';
import type { Engine, Problem } from './engine.ts';

export function compiledEngine({ validators }: Service): Engine {
  return ({ id }) => {
    const { request: input, responses = {} } = validators[id] ?? {};
    return {
      request: (checked) => problemIn(input, checked.input),
      response: (_request, _status, documented, body) => problemIn(responses[documented], body),
    };
  };
}

function problemIn(validator: CompiledValidator | undefined, value: unknown): Problem | undefined {
  if (validator === undefined || validator(value)) return undefined;
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
