/**
 * An oracle for the judgement of schemas: generates pairs of schemas, and values that only one of them allows according
 * to Ajv. For a "compatible" change there must be no such value on the relevant side.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ChangeClass, SideName, Unnamed } from '../finding.ts';
import { gravestOf, isGrave } from '../finding.ts';
import { compareDocuments } from '../http/compare.ts';
import { type JsonObject, objectOf } from '../json.ts';
import { changed, componentsOf, schemaOf } from './generate.ts';
import { type Random, randomOf } from './random.ts';
import { sample } from './sample.ts';

/** The result for a pair, in one direction. */
export interface Trial {
  readonly seed: number;
  readonly direction: 'request' | 'response';
  readonly old: JsonObject;
  readonly now: JsonObject;
  /** A value that only the old schema allows. */
  readonly lost: unknown;
  /** A value that only the new schema allows. */
  readonly gained: unknown;
  /** Sides that lose something although the report denies it. */
  readonly missed: readonly SideName[];
  /** Whether the report claims a loss for clients that no value shows. */
  readonly falseAlarm: boolean;
  readonly findings: readonly Unnamed[];
}

/** Kinds of changes that break by definition, whatever values are allowed. */
const BY_RULE = /^(member-removed|member-added|member-renamed|required-member-added)$/;
const TRIES = 400;

/** Checks a pair in both directions. */
export function tryPair(seed: number): readonly Trial[] {
  const random = randomOf(seed);
  const components = { schemas: componentsOf(random) };
  const old = schemaOf(random);
  let now = changed(random, old);
  if (random.once(3)) now = changed(random, now);
  const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {}, components };
  const [allowsOld, allowsNow] = [validator(document, old), validator(document, now)];
  // A schema that allows nothing cannot lose anything.
  if (
    search(random, document, old, allowsOld) === undefined ||
    search(random, document, now, allowsNow) === undefined
  ) {
    return [];
  }
  const lost = search(random, document, old, (value) => allowsOld(value) && !allowsNow(value));
  const gained = search(random, document, now, (value) => allowsNow(value) && !allowsOld(value));
  return (['request', 'response'] as const).map((direction) => {
    const findings = compareDocuments([
      { name: '', base: around(document, old, direction), head: around(document, now, direction) },
    ]);
    const grades = (side: SideName): ChangeClass => gravestOf(findings.map(({ sides }) => sides[side].class));
    const taken: readonly (readonly [SideName, unknown])[] =
      direction === 'request'
        ? [['clients', lost]]
        : [
            ['clients', gained],
            ['servers', lost],
          ];
    const missed = taken.filter(([side, value]) => value !== undefined && !isGrave(grades(side))).map(([side]) => side);
    const byRule = findings.some(({ kind, sides }) => BY_RULE.test(kind) && isGrave(sides.clients.class));
    const [, value] = taken[0] ?? [];
    const falseAlarm = value === undefined && !byRule && grades('clients') === 'breaking';
    return { seed, direction, old, now, lost, gained, missed, falseAlarm, findings };
  });
}

function validator(document: JsonObject, schema: JsonObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const validate = ajv.compile({ ...objectOf(schema), components: document['components'] });
  return (value) => validate(value) === true;
}

function search(
  random: Random,
  document: JsonObject,
  schema: JsonObject,
  isFound: (value: unknown) => boolean,
): unknown {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const value = sample(random, document, schema);
    if (isFound(value)) return value;
  }
  return undefined;
}

function around(document: JsonObject, schema: JsonObject, direction: 'request' | 'response'): JsonObject {
  const content = { 'application/json': { schema } };
  const operation =
    direction === 'request'
      ? { requestBody: { required: true, content }, responses: { 200: { description: 'x' } } }
      : { responses: { 200: { description: 'x', content } } };
  return { ...document, paths: { '/a': { post: operation } } };
}
