/**
 * Judges the inputs of an operation by the document, after they were turned into what goes on the wire. Every made-up
 * request passes here before it is sent, so that one called invalid is invalid.
 */
import type { Operation, Parameter } from '../model/api.ts';
import type { Input } from '../model/call.ts';
import { type OpenApiDocument, resolved } from '../model/document.ts';
import type { SchemaJudge } from '../model/schemas.ts';

export interface InputOracle {
  /** Where the inputs break the document: `body/amount`, `query/offset`; empty when they are valid. */
  problems(operation: Operation, input: Input): readonly string[];
}

const places = { path: 'path', query: 'query', header: 'headers' } as const;

/** A parameter's text as the value that it stands for. */
function read(document: OpenApiDocument, parameter: Parameter, text: string): unknown {
  const { type } = resolved(document, parameter.schema);
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function parameterProblem(
  document: OpenApiDocument,
  schemas: SchemaJudge,
  parameter: Parameter,
  input: Input,
): readonly string[] {
  const place = places[parameter.in];
  const text = input[place][parameter.name];
  const name = `${parameter.in}/${parameter.name}`;
  if (text === undefined) return parameter.required ? [name] : [];
  return schemas.problems(parameter.schemaPointer, read(document, parameter, text)).length === 0 ? [] : [name];
}

function bodyProblems(schemas: SchemaJudge, operation: Operation, input: Input): readonly string[] {
  const { body } = operation;
  if (body === null) return [];
  if (input.body === undefined) return body.required ? ['body'] : [];
  const sent: unknown = JSON.parse(JSON.stringify(input.body));
  return schemas.problems(body.schemaPointer, sent).map(({ pointer }) => `body${pointer}`);
}

/** An oracle that judges by the schemas of the document. */
export function inputOracle(document: OpenApiDocument, schemas: SchemaJudge): InputOracle {
  return {
    problems: (operation, input) => [
      ...operation.parameters.flatMap((parameter) => parameterProblem(document, schemas, parameter, input)),
      ...bodyProblems(schemas, operation, input),
    ],
  };
}
