/** Describes observations in words that stay the same from run to run: without ids, times, or growing counts. */

import type { CheckContext } from '../../core/context.ts';
import { observed, orNull } from '../../core/judgement.ts';
import type { OwnRule } from '../../core/rule.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject, typeName } from '../../model/values/json.ts';

/** The observation in words; null if there is none. */
export type Observation = Promise<string | null> | string | null;

/** Sends requests, and reports an observation. */
export type Probe = (ctx: CheckContext) => Promise<string | null>;

/** The observation if there was no data. */
export function notObserved(reason = 'nothing on this server shows it'): string {
  return `not seen: ${reason}`;
}

/**
 * Sends a request with a response that may differ from the declaration and still be correct: the documents do not
 * mention it.
 */
export function probing(ctx: CheckContext): CheckContext {
  return { ...ctx, send: (call) => ctx.send(call.kind === 'http' ? { ...call, isProbe: true } : call) };
}

/** An observer under the id of an open question. */
export function open(id: string, probe: Probe, more: Pick<OwnRule, 'alone'> = {}): OwnRule {
  return {
    ...more,
    id,
    async check(ctx, report) {
      let why: string | undefined;
      const probesOf = async () => probe(probing(ctx));
      const seen = await orNull(probesOf(), ({ reason }) => {
        why = reason;
      });
      report(observed(seen ?? notObserved(why)));
    },
  };
}

/** Observers of open questions, by their ids. */
export function probesOf(probes: Readonly<Record<string, Probe>>, more?: Pick<OwnRule, 'alone'>): readonly OwnRule[] {
  return Object.entries(probes).map(([id, probe]) => open(id, probe, more));
}

/** The different values as text, in order; null when there are none. */
export function distinct(values: readonly unknown[]): string | null {
  const collator = new Intl.Collator('en', { numeric: true });
  const texts = [...new Set(values.map(String))].sort(collator.compare);
  return texts.length === 0 ? null : texts.join(', ');
}

const forms: readonly (readonly [string, RegExp])[] = [
  ['empty string', /^$/],
  ['UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['integer string', /^-?\d+$/],
  ['decimal string', /^-?\d+\.\d+$/],
  ['URL', /^[a-z][a-z\d+.-]*:\/\/\S+$/i],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date with a time of day and an offset', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i],
  ['date with a time of day', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/i],
];

/** The kind of a value, in words that do not reveal it. */
export function formOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'absent';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return Array.isArray(value) ? 'list' : typeof value;
  return forms.find(([, form]) => form.test(value))?.[0] ?? 'other string';
}

/** The form of an answer: status, content type, and the members of its body. */
export function answerForm({ outcome }: Exchange): string {
  if (outcome.kind === 'failure') return outcome.message;
  const { json } = outcome.body;
  const type = outcome.contentType?.split(';')[0] ?? 'no content type';
  if (!json.ok) return `${outcome.status} ${type}`;
  const members = isObject(json.value) ? `{${Object.keys(json.value).sort().join(', ')}}` : typeName(json.value);
  return `${outcome.status} ${type} ${members}`;
}

/** `accepted`, or how it was rejected. */
export function acceptance(exchange: Exchange): string {
  return isSuccess(exchange) ? 'accepted' : outcomeText(exchange);
}

/** The observations of several subjects, each with its name; null if there are none. */
export async function each(
  names: readonly string[],
  probe: (name: string) => Promise<string | null>,
): Promise<string | null> {
  const reported: string[] = [];
  for (const name of names) {
    const seen = await orNull(probe(name));
    if (seen !== null) reported.push(`${name}: ${seen}`);
  }
  return reported.length === 0 ? null : reported.join('; ');
}

/** Several probes, each with its name. */
export function several(probes: Readonly<Record<string, Probe>>): Probe {
  return (ctx) => each(Object.keys(probes), async (name) => (await probes[name]?.(ctx)) ?? null);
}
