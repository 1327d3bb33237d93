/** The default engine: validators that were compiled from the document at generation time. */

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
  // The last error of an `anyOf` only reports that no branch fits; the first one names a member.
  const { instancePath = '', message = 'is invalid', params = {} } = validator.errors?.[0] ?? {};
  return { pointer: instancePath, message: detailOf(params) ?? message };
}

/** Details that some messages omit: the allowed values, and the name of the additional member. */
interface Details {
  readonly allowedValues?: readonly unknown[];
  readonly additionalProperty?: unknown;
}

function detailOf({ allowedValues, additionalProperty }: Details): string | undefined {
  if (allowedValues !== undefined) {
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  return additionalProperty === undefined ? undefined : `must not have ${JSON.stringify(additionalProperty)}`;
}
