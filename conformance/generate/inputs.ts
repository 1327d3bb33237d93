/** Requests made from the document: its example, variants at the edges, and variants that break exactly one constraint. */

import { jsonOf } from '@wallet-services/kit/exchange';
import type { Operation, Parameter } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { textOf } from '../model/document/styles.ts';
import { type Input, noInput, places } from '../model/input.ts';
import type { InputChange, InputVariant, Judging } from '../model/judging.ts';
import { isObject } from '../model/values/json.ts';
import { type BodyMember, bodyMembers } from './members.ts';
import { type Candidate, edgeValues, valuesBeyond, valuesOfOtherTypes, wrongFormTexts } from './values.ts';

export function withParameter(input: Input, parameter: Parameter, text: string): Input {
  const place = places[parameter.in];
  return { ...input, [place]: { ...input[place], [parameter.name]: text } };
}

/** The request of the document's examples, with the required inputs only or with all of them. */
export function exampleInput(operation: Operation, which: 'required' | 'all'): Input {
  const parameters = operation.parameters.filter(
    ({ required, example }) => example !== undefined && (required || which === 'all'),
  );
  const base: Input = operation.body === null ? noInput : { ...noInput, body: operation.body.example };
  return parameters.reduce(
    (input, parameter) => withParameter(input, parameter, textOf(parameter.example, parameter.style)),
    base,
  );
}

function membersOf(document: OpenApiDocument, { body }: Operation, base: Input, deep: boolean): readonly BodyMember[] {
  return body === null || !isObject(base.body) ? [] : bodyMembers(document, body.schema, base.body, deep);
}

/** What every variant that changes an input has in common. */
function changed(place: string, name: string, change: InputChange) {
  return { name: `${place}: ${name}`, place, change };
}

function named(
  place: string,
  candidates: readonly Candidate[],
  build: (value: unknown) => Input,
  change?: InputChange,
): readonly InputVariant[] {
  return candidates.map(({ value, ...what }) => ({
    ...what,
    value,
    name: `${place}: ${what.name}`,
    place,
    ...(change === undefined ? {} : { change }),
    input: build(value),
  }));
}

/**
 * Valid variants of a valid request: the edges of each input. Judged by the oracle.
 *
 * @param base the valid request that the variants are made from.
 */
export function validVariants({ api, oracle }: Judging, operation: Operation, base: Input): readonly InputVariant[] {
  const { document } = api;
  const ofParameters = operation.parameters
    .filter((parameter) => parameter.in !== 'path')
    .flatMap((parameter) =>
      named(`${parameter.in}/${parameter.name}`, edgeValues(document, parameter.schema, parameter.example), (value) =>
        withParameter(base, parameter, textOf(value, parameter.style)),
      ),
    );
  const ofMembers = membersOf(document, operation, base, false).flatMap((member) =>
    named(`body/${member.name}`, edgeValues(document, member.schema, member.value), (value) => ({
      ...base,
      body: member.with(value),
    })),
  );
  return [...ofParameters, ...ofMembers].filter(({ input }) => oracle.problems(operation, input).length === 0);
}

function wrongParameters(document: OpenApiDocument, operation: Operation, base: Input): readonly InputVariant[] {
  return operation.parameters.flatMap((parameter) => {
    const place = `${parameter.in}/${parameter.name}`;
    const { schema, example } = parameter;
    const values = [...wrongFormTexts(document, schema), ...valuesBeyond(document, schema, example)];
    return named(place, values, (value) => withParameter(base, parameter, textOf(value, parameter.style)), 'form');
  });
}

/** Parameters that are objects, with a wrong member each. */
function wrongInside(document: OpenApiDocument, operation: Operation, base: Input): readonly InputVariant[] {
  return operation.parameters.flatMap((parameter) => {
    const { style, schema, in: place, name: of } = parameter;
    const value = style?.shape === 'object' || style?.shape === 'json' ? jsonOf(base[places[place]][of] ?? '') : null;
    const members = isObject(value) ? bodyMembers(document, schema, value, true) : [];
    return members.flatMap(({ name, required, schema: own, value: given, with: put }) => {
      const at = `${place}/${of}`;
      const build = (other: unknown) => withParameter(base, parameter, textOf(put(other), style));
      const values = [...wrongFormTexts(document, own), ...valuesBeyond(document, own, given)];
      return [
        ...(required ? [{ ...changed(at, `${name} missing`, 'missing'), input: build(undefined) }] : []),
        ...named(
          at,
          values.map((one) => ({ ...one, name: `${name} ${one.name}` })),
          build,
          'form',
        ),
      ];
    });
  });
}

function missingParameters(operation: Operation, base: Input): readonly InputVariant[] {
  return operation.parameters
    .filter((parameter) => parameter.required && parameter.in !== 'path')
    .map((parameter) => {
      const place = places[parameter.in];
      const rest = Object.fromEntries(Object.entries(base[place]).filter(([name]) => name !== parameter.name));
      return {
        ...changed(`${parameter.in}/${parameter.name}`, 'missing', 'missing'),
        input: { ...base, [place]: rest },
      };
    });
}

function wrongMembers(document: OpenApiDocument, operation: Operation, base: Input): readonly InputVariant[] {
  return membersOf(document, operation, base, true).flatMap((member) => {
    const { name, schema, required } = member;
    const build = (value: unknown): Input => ({ ...base, body: member.with(value) });
    // Many servers treat null as an absent member, and the documents leave this open.
    const otherTypes = valuesOfOtherTypes(document, schema).filter(({ value }) => required || value !== null);
    return [
      ...(required ? [{ ...changed(`body/${name}`, 'missing', 'missing'), input: build(undefined) }] : []),
      ...named(`body/${name}`, wrongFormTexts(document, schema), build, 'form'),
      ...named(`body/${name}`, otherTypes, build, 'type'),
      ...named(`body/${name}`, valuesBeyond(document, schema, member.value), build, 'form'),
    ];
  });
}

/** Whole bodies that are wrong: none, a list, broken JSON. */
function wrongBodies(operation: Operation, base: Input): readonly InputVariant[] {
  if (operation.body === null || !operation.body.required || base.body === undefined) return [];
  const { body, ...rest } = base;
  const missing = { ...changed('body', 'missing', 'missing'), input: rest };
  if (operation.body.kind !== 'json') return [missing];
  const text = JSON.stringify(body);
  return [
    missing,
    { ...changed('body', 'a list', 'type'), input: { ...base, body: [body] } },
    { ...changed('body', 'a text', 'type'), input: { ...base, body: 'text' } },
    {
      ...changed('body', 'JSON that ends too early', 'form'),
      input: rest,
      rawBody: { contentType: operation.body.mediaType, text: text.slice(0, -2) },
    },
  ];
}

/**
 * Requests that break exactly one constraint of the document each. The oracle judges every one: a candidate that is
 * valid after all, or breaks two constraints, is left out.
 *
 * @param base the valid request that they are made from.
 * @param most how many are needed. Default: all.
 */
export function invalidVariants(
  { api, oracle }: Judging,
  operation: Operation,
  base: Input,
  most = Number.POSITIVE_INFINITY,
): readonly InputVariant[] {
  const { document } = api;
  const candidates = [
    ...missingParameters(operation, base),
    ...wrongParameters(document, operation, base),
    ...wrongInside(document, operation, base),
    ...wrongMembers(document, operation, base),
    ...wrongBodies(operation, base),
  ];
  const breaksOne = ({ input }: InputVariant) => new Set(oracle.problems(operation, input)).size === 1;
  return candidates.values().filter(breaksOne).take(most).toArray();
}
