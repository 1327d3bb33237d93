/**
 * Judges the inputs of an operation by the document, in the form in which they are sent. Every generated request is
 * judged before it is sent, so that a request that counts as invalid is invalid.
 */

import { jsonOf } from '@wallet-services/kit/exchange';
import type { Body, Operation, Parameter } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import type { SchemaJudge } from '../model/document/schemas.ts';
import { isSpread } from '../model/document/styles.ts';
import { type Input, places } from '../model/input.ts';
import type { InputOracle } from '../model/judging.ts';
import { isObject } from '../model/values/json.ts';
import { alternativesOf } from './keywords.ts';
import { readings, readOne } from './readings.ts';

function parameterProblem(
  document: OpenApiDocument,
  schemas: SchemaJudge,
  parameter: Parameter,
  input: Input,
): readonly string[] {
  const place = places[parameter.in];
  const text = input[place][parameter.name];
  const name = `${parameter.in}/${parameter.name}`;
  const isValid = (value: unknown) => schemas.problems(parameter.schemaPointer, value, 'request').length === 0;
  const { schema, style } = parameter;
  // Without members that are parameters of their own, an object is absent, or empty.
  const isAbsent = isSpread(style) && !isObject(jsonOf(text ?? ''));
  if (isAbsent) return parameter.required && !isValid({}) ? [name] : [];
  if (text === undefined) return parameter.required ? [name] : [];
  if (style?.shape === 'json') return isValid(jsonOf(text)) ? [] : [name];
  if (style?.shape !== 'object') return readings(document, schema, text).some(isValid) ? [] : [name];
  const value = jsonOf(text);
  return isObject(value) && isValid(formRead(document, { schema, files: [] }, value)) ? [] : [name];
}

/** The values that the texts of a form represent; a file may contain anything, and an empty list is not sent. */
function formRead(
  document: OpenApiDocument,
  { schema, files }: Pick<Body, 'schema' | 'files'>,
  body: unknown,
): unknown {
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
  // No schema describes the form of a body that is sent unchanged.
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
