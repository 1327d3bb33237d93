/** Servers that write times down in another way. */

import { parseIso } from '@wallet-services/expressions';
import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { operationOf } from '../../model/document/api.ts';
import { foundIn } from '../../model/document/places.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { together } from '../../mutation/language/at.ts';
import { edited } from '../../mutation/language/edit.ts';
import { reportsTheTime } from './clock.ts';
import { bearing, finderOf, type Moment, momentReads, nameOf, pastAspectOf } from './declared.ts';

/** Another way to write a time down. `isLate`: in the right form, but after the response. */
type Way = readonly [id: string, write: (value: unknown) => unknown, isLate?: true];

function milliseconds(value: unknown): number {
  const time = typeof value === 'string' ? parseIso(value) : null;
  return time === null ? Number(value) : Number(time.nanoseconds / 1_000_000n);
}

/** Another time of day on the same day: 19:14 in place of 11:14. */
function local(value: unknown, zone: string): string {
  return new Date(milliseconds(value) + 28_800_000).toISOString().replace('Z', zone);
}

/** A year after now, in the unit. */
function yearAhead({ unit }: Moment): unknown {
  const time = Date.now() + 365 * 86_400_000;
  if (unit === 'iso') return new Date(time).toISOString();
  return unit === 'seconds' ? Math.floor(time / 1000) : time;
}

const zoneless: Way = ['is local time, taken for UTC', (value) => local(value, 'Z'), true];

function waysOf({ unit, zone, now, past }: Moment): readonly Way[] {
  const late: Way[] = [];
  if (now === true) {
    const ahead = (value: unknown) => new Date(milliseconds(value) + 7_200_000).toISOString();
    const counted = (value: unknown) => Number(value) + (unit === 'seconds' ? 7200 : 7_200_000);
    late.push(['is two hours ahead', unit === 'iso' ? ahead : counted]);
  }
  if (past === true) late.push(['is the hour of the answer, taken for UTC', () => local(Date.now(), 'Z'), true]);
  if (unit === 'seconds') {
    return [
      ['is in milliseconds', (value) => Number(value) * 1000],
      ['counts minutes', (value) => Math.floor(Number(value) / 60)],
      ...late,
    ];
  }
  if (unit === 'milliseconds') {
    return [
      ['is in seconds', (value) => Math.floor(Number(value) / 1000)],
      ['is in microseconds', (value) => Number(value) * 1000],
      ...late,
    ];
  }
  return [
    ...(zone === 'utc'
      ? [['is in local time, with its offset', (value: unknown) => local(value, '+08:00')] as const]
      : []),
    ...(zone === undefined
      ? [['has a space in place of the T', (value: unknown) => String(value).replace('T', ' ')] as const]
      : [['has lost its offset', (value: unknown) => local(value, '')] as const]),
    ['has day and month changed about', () => '17/08/2021 11:14:49'],
    ['is a number', (value) => Math.floor(milliseconds(value) / 1000)],
    ...late,
  ];
}

/** An empty value stays. */
function written(write: Way[1], value: unknown): unknown {
  return value === null || value === undefined || value === '' ? value : write(value);
}

/** The places in an answer that are meant, in its order. */
function pointersIn(declared: Moment, { api }: At, id: string, json: unknown): readonly string[] {
  if (declared.operation !== null) return everyAt(json, declared.at).map(({ pointer }) => pointer);
  return foundIn(finderOf(declared, api), operationOf(api, id), 200, json).map(({ pointer }) => pointer);
}

export function momentMutants(declared: Moment, at: At): readonly Mutant[] {
  const { operation } = declared;
  const ways = waysOf(declared);
  const changed = (id: string, write: Way[1], which: 'all' | 'last'): Mutation =>
    at(id).answer((json) => {
      const pointers = pointersIn(declared, at, id, json);
      const meant = which === 'all' ? pointers : pointers.slice(-1);
      return meant.reduce((value, pointer) => edited(value, pointer, (inner) => written(write, inner)), json);
    });
  const mutation = (id: string, made: Mutation, isLate?: true): Mutant => ({
    id,
    kills: isLate === true ? pastAspectOf(declared) : aspectOf(declared),
    mutation: made,
  });
  // Without a time in the responses, a server may have its own clock.
  const isYearAhead = declared.past === true && reportsTheTime(at.api);
  const late: readonly Way[] = isYearAhead ? [['is a year ahead', () => yearAhead(declared), true]] : [];
  if (operation !== null) {
    const [first] = ways;
    return [
      ...[...ways, ...late].map(([id, write, isLate]) =>
        mutation(`${operation}: ${declared.at} ${id}`, changed(operation, write, 'all'), isLate),
      ),
      ...(first === undefined || !declared.at.includes('*')
        ? []
        : [mutation(`${operation}: the last ${declared.at} ${first[0]}`, changed(operation, first[1], 'last'))]),
    ];
  }
  const reads = momentReads(declared, at.api);
  const name = nameOf(declared);
  const writes = bearing(declared, at.api).filter(({ method }) => method !== 'GET');
  // It would not show in times long past.
  const always = [...ways, ...(declared.past === true && writes.length > 0 ? [zoneless] : []), ...late];
  return [
    ...always.map(([id, write, isLate]) =>
      mutation(`every ${name} ${id}`, together(...reads.map((one) => changed(one.id, write, 'all'))), isLate),
    ),
    ...[...reads, ...writes].flatMap((one, place) => {
      const [id, write, isLate] = ways[place % ways.length] ?? [];
      if (id === undefined || write === undefined) return [];
      const made = mutation(`${one.id}: the last ${name} ${id}`, changed(one.id, write, 'last'), isLate);
      return [one.method === 'GET' ? made : { ...made, operation: one.id }];
    }),
  ];
}
