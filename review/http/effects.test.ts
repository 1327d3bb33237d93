/** Tests the effects of changes on each side: the rows of `effects.yaml`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Area, type ChangeClass, sides } from '../finding.ts';
import { arrayOf, objectOf } from '../json.ts';
import type { Direction } from './canonical/schema.ts';
import { effectsOf } from './effects.ts';

interface Row {
  readonly kind: string;
  readonly class: ChangeClass;
  readonly servers?: ChangeClass | null;
  readonly area?: Area;
  readonly in?: Direction | null;
  /** Who sends the requests. */
  readonly by?: 'server';
}

const rows: unknown = parse(readFileSync(new URL('effects.yaml', import.meta.url), 'utf8'));
const table = arrayOf(rows)
  .map(objectOf)
  .map(({ effects, ...row }) => ({ row: row as unknown as Row, name: JSON.stringify(row), expected: effects }));

function linesOf({ kind, class: grade, servers = null, area = 'http', in: direction = null, by }: Row): object {
  const effects = effectsOf({ area, kind, class: grade, servers }, direction, by);
  return Object.fromEntries(sides.map((side) => [side, `${effects[side].class} ${effects[side].how}`.trim()]));
}

it.each(table)('$name', ({ row, expected }) => {
  expect(linesOf(row)).toEqual(expected);
});
