/** The first example of an operation, as inputs with their values. */
import type { MediaType, OpenApiDocument, ParameterObject, PlacedOperation } from './document.ts';
import { resolved } from './document.ts';

export interface Example {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: ParameterObject['in'];
    readonly value: unknown;
  }[];
  /** The body; undefined when the operation takes none. */
  readonly body: unknown;
}

export function exampleOf(document: OpenApiDocument, { operation }: PlacedOperation): Example {
  const name = Object.keys(operation.responses['200']?.content?.['application/json']?.examples ?? {})[0] ?? '';
  const parameters = (operation.parameters ?? []).flatMap((parameter) => {
    const value = shownValue(document, parameter, name);
    return value === undefined ? [] : [{ name: parameter.name, in: parameter.in, value }];
  });
  const media = operation.requestBody?.content['application/json'];
  return { parameters, body: media && bodyOf(media, name) };
}

/** The value of the example; a required parameter that it does not have takes the value of another example. */
function shownValue(document: OpenApiDocument, parameter: ParameterObject, example: string): unknown {
  const shown: Readonly<Record<string, { value: unknown }>> = Object(parameter['examples']);
  const alone: unknown = parameter['example'];
  if (shown[example] !== undefined || alone !== undefined) return shown[example]?.value ?? alone;
  if (parameter.required !== true) return undefined;
  const [first] = Object.values(shown);
  const { examples, example: one } = resolved(document, parameter.schema);
  return first?.value ?? (Array.isArray(examples) ? examples[0] : one);
}

function bodyOf({ examples = {}, example }: MediaType, name: string): unknown {
  return examples[name]?.value ?? Object.values(examples)[0]?.value ?? example;
}
