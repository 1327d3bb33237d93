/**
 * Judges the inputs of an operation by the document, after they were turned into what goes on the wire. Every made-up
 * request passes here before it is sent, so that one called invalid is invalid.
 */

import type { Body, Operation, Parameter } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import type { SchemaJudge } from '../model/document/schemas.ts';
import { type Input, places } from '../model/input.ts';
import type { InputOracle } from '../model/judging.ts';
import { isObject } from '../model/values/json.ts';
import { alternativesOf } from './keywords.ts';

function readOne(document: OpenApiDocument, schema: Schema, text: string): unknown {
  const types = alternativesOf(document, schema).map(({ type }) => type);
  if (types.some((type) => type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The values that a parameter's text may represent, the likeliest first: a list has commas, or is repeated. */
function readings(document: OpenApiDocument, { schema }: Parameter, text: string): readonly unknown[] {
  const list = alternativesOf(document, schema).find(({ type }) => type === 'array');
  const plain = readOne(document, schema, text);
  if (list === undefined) return plain === text ? [text] : [plain, text];
  const item = (part: string) => readOne(document, list.items ?? {}, part);
  return [text.split(',').map(item), [item(text)]];
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
  const isValid = (value: unknown) => schemas.problems(parameter.schemaPointer, value, 'request').length === 0;
  return readings(document, parameter, text).some(isValid) ? [] : [name];
}

/** The values that the texts of a form stand for; a file may hold anything, and an empty list is not sent. */
function formRead(document: OpenApiDocument, { schema, files }: Body, body: unknown): unknown {
  if (!isObject(body)) return body;
  const { properties = {} } = resolved(document, schema);
  const read = (own: Schema, value: unknown): unknown => {
    const types = alternativesOf(document, own).map(({ type }) => type);
    const list = alternativesOf(document, own).find(({ type }) => type === 'array');
    if (Array.isArray(value)) {
      if (list !== undefined)
        return value.map((item) => read(list.items ?? {}, Array.isArray(item) ? JSON.stringify(item) : item));
      return value.length === 0 ? undefined : read(own, value[0]);
    }
    if (isObject(value)) {
      const text = types.includes('object') ? value : JSON.stringify(value);
      return list === undefined ? text : [text];
    }
    const one = readOne(document, list?.items ?? own, value === null ? '' : String(value));
    return list === undefined ? one : [one];
  };
  const entries = Object.entries(body).map(([name, value]) => {
    return [name, files.includes(name) ? 'text' : read(properties[name] ?? {}, value)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function bodyProblems(
  document: OpenApiDocument,
  schemas: SchemaJudge,
  operation: Operation,
  input: Input,
): readonly string[] {
  const { body } = operation;
  if (body === null) return [];
  if (input.body === undefined) return body.required ? ['body'] : [];
  // What is sent as it is has no form that a schema shows.
  if (body.kind === 'raw') return [];
  const whole: unknown = JSON.parse(JSON.stringify(input.body));
  const sent = body.kind === 'form' ? formRead(document, body, whole) : whole;
  return schemas.problems(body.schemaPointer, sent, 'request').map(({ pointer }) => `body${pointer}`);
}

/** An oracle that judges by the schemas of the document. */
export function inputOracle(document: OpenApiDocument, schemas: SchemaJudge): InputOracle {
  return {
    problems: (operation, input) => [
      ...operation.parameters.flatMap((parameter) => parameterProblem(document, schemas, parameter, input)),
      ...bodyProblems(document, schemas, operation, input),
    ],
  };
}
