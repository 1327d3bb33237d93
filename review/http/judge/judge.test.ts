/** Tests the judges: each row of `judge.yaml` has a difference, and all that is said about it in each direction, with `forms` for the alternatives of both sides. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { arrayOf, isSame, type JsonObject, objectOf, stringsOf } from '../../json.ts';
import type { Change } from '../change.ts';
import type { Alternatives, Difference } from '../difference.ts';
import { frameOf } from '../walk/frame.ts';
import { judge } from './judge.ts';

const rows: unknown = parse(readFileSync(new URL('judge.yaml', import.meta.url), 'utf8'));
const table = arrayOf(rows)
  .map(objectOf)
  .map((row) => ({ ...row, row: JSON.stringify(row) }));

const DIRECTIONS = ['request', 'response'] as const;
const USED = { base: new Set(['Old']), head: new Set(['New']) };

/** The differences of a row: `what` has the type, the kind and the name of each. */
function differencesOf(row: JsonObject, direction: (typeof DIRECTIONS)[number]): readonly Difference[] {
  const { isText, isOneOf } = row;
  const site = { frame: frameOf({ direction, isText: isText === true }), member: '', isOneOf: isOneOf === true };
  const parts = stringsOf([row['what']].flat()).map((what) => {
    const [type, kind, ...words] = what.split(' ');
    const name = words.join(' ');
    const { base, head } = row['values'] === undefined ? row : objectOf(objectOf(row['values'])[name]);
    return { type, kind, name, base, head };
  });
  const keywords = (side: 'base' | 'head') =>
    parts
      .filter(({ type, [side]: value }) => type === 'Keyword' && value !== undefined)
      .map((one) => [one.name, one[side]]);
  const owner = {
    base: { ...objectOf(row['before']), ...Object.fromEntries(keywords('base')) },
    head: { ...objectOf(row['after']), ...Object.fromEntries(keywords('head')) },
  };
  const forms = row['forms'] === undefined ? {} : { alternatives: formsOf(objectOf(row['forms'])) };
  return parts.map((one) => ({ ...one, ...forms, owner, site }) as Difference);
}

/** The alternatives of both sides, and those that only one of them has. */
function formsOf(forms: JsonObject): Alternatives {
  const [before = [], after = []] = [forms['before'], forms['after']].map((side) => arrayOf(side).map(objectOf));
  const missing = (one: JsonObject, others: readonly JsonObject[]) => !others.some((other) => isSame(one, other));
  return {
    before,
    after,
    removed: before.filter((one) => missing(one, after)),
    added: after.filter((one) => missing(one, before)),
  };
}

/** All that a change says: `breaking/- kind: change; from A to B; reason`. */
function lineOf({ area, class: grade, servers, kind, change, before, after, corrected, member }: Change): string {
  return [
    `${grade}/${servers ?? '-'} ${area === 'http' ? '' : `${area} `}${kind}: ${change}`,
    ...(before === null && after === null ? [] : [`from ${before} to ${after}`]),
    ...(corrected === null ? [] : [corrected]),
    ...(member === null ? [] : [`member ${member}`]),
  ].join('; ');
}

it.each(table)('judges $row', (row: JsonObject) => {
  const [request, response] = DIRECTIONS.map((direction) =>
    judge(differencesOf(row, direction), { used: USED }).map(lineOf),
  );
  const { verdict = row['request'] } = row;
  expect({ request, response }).toEqual({ request: verdict, response: row['response'] ?? verdict });
});
