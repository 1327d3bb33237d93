/** Random requests: valid ones, and ones of which exactly one input is invalid. The oracle judges each, shrunk ones too. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Operation, Parameter } from '../model/document/api.ts';
import { type OpenApiDocument, resolved } from '../model/document/document.ts';
import { textOf } from '../model/document/styles.ts';
import type { Input } from '../model/input.ts';
import type { Judging } from '../model/judging.ts';
import { isObject } from '../model/values/json.ts';
import { arbitraryOf, wrongMemberValues, wrongParameterTexts } from './arbitrary.ts';
import { withParameter } from './inputs.ts';

/** A random request, and the input that it is about: `body/amount`; empty if there may be several. */
export interface RandomInput {
  readonly place: string;
  readonly input: Input;
}

/** The place of an input, and how a request gets another value there. */
interface Place {
  readonly name: string;
  readonly valid: fc.Arbitrary<unknown>;
  readonly wrong: fc.Arbitrary<unknown>;
  readonly put: (input: Input, value: unknown) => Input;
}

const UNCHANGED = Symbol('unchanged');

function parameterPlace(document: OpenApiDocument, parameter: Parameter): Place {
  return {
    name: `${parameter.in}/${parameter.name}`,
    valid: arbitraryOf(document, parameter.schema).map((value) => textOf(value, parameter.style)),
    wrong: wrongParameterTexts,
    put: (input, value) => withParameter(input, parameter, String(value)),
  };
}

/** The parameters to vary, and the members of the body. */
function placesIn(
  document: OpenApiDocument,
  { body, parameters }: Operation,
  base: Input,
  isMeant: (parameter: Parameter) => boolean = () => true,
): readonly Place[] {
  const ofParameters = parameters.filter(isMeant).map((one) => parameterPlace(document, one));
  if (body === null || !isObject(base.body)) return ofParameters;
  const { properties = {} } = resolved(document, body.schema);
  const ofMembers = Object.entries(properties).map(([name, schema]) => ({
    name: `body/${name}`,
    valid: arbitraryOf(document, schema),
    wrong: wrongMemberValues,
    put: (input: Input, value: unknown) => ({
      ...input,
      body: { ...(isObject(input.body) ? input.body : {}), [name]: value },
    }),
  }));
  return [...ofParameters, ...ofMembers];
}

/** Whether the request can carry a text: a header has only visible ASCII, and a path has no empty segment. */
function canBeSent({ path, headers }: Input): boolean {
  const isVisible = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return (
    Object.values(headers).every(isVisible) && Object.values(path).every((text) => !['', '.', '..'].includes(text))
  );
}

function isWellFormed(input: Input): boolean {
  return JSON.stringify(input).isWellFormed();
}

/** Requests that the document allows, made from a valid one. The path is unchanged, since it names existing items. */
export function validInputs({ api, oracle }: Judging, operation: Operation, base: Input): fc.Arbitrary<RandomInput> {
  const places = placesIn(api.document, operation, base, ({ in: place }) => place !== 'path');
  const changes = places.map(({ valid }) => fc.option(valid, { nil: UNCHANGED, freq: 2 }));
  return fc
    .tuple(...changes)
    .map((values) =>
      places.reduce((input, { put }, index) => (values[index] === UNCHANGED ? input : put(input, values[index])), base),
    )
    .filter((input) => canBeSent(input) && isWellFormed(input) && oracle.problems(operation, input).length === 0)
    .map((input) => ({ place: '', input }));
}

/** Requests of which exactly one input breaks the document, made from a valid one; null if no input can be invalid. */
export function invalidInputs(
  { api, oracle }: Judging,
  operation: Operation,
  base: Input,
): fc.Arbitrary<RandomInput> | null {
  const isBroken = (name: string, input: Input) => {
    const problems = oracle.problems(operation, input);
    return problems.length > 0 && problems.every((problem) => problem === name || problem.startsWith(`${name}/`));
  };
  const breakable = placesIn(api.document, operation, base).filter(({ name, wrong, put }) =>
    fc.sample(wrong, { numRuns: 20, seed: 1 }).some((value) => isBroken(name, put(base, value))),
  );
  if (breakable.length === 0) return null;
  return fc.oneof(
    ...breakable.map(({ name, wrong, put }) =>
      wrong
        .map((value) => ({ place: name, input: put(base, value) }))
        .filter(({ place, input }) => canBeSent(input) && isWellFormed(input) && isBroken(place, input)),
    ),
  );
}

/** A source of random values: the same for the same parts. */
export function randomSource(...parts: readonly (string | number)[]): fc.Random {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return new fc.Random(xoroshiro128plus(hash.readInt32BE(0)));
}
