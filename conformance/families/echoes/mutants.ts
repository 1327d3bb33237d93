/** Servers that return something other than what was sent. */

import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { freeMembers } from '../../discovery/texts.ts';
import { operationOf } from '../../model/document/api.ts';
import { isObject } from '../../model/values/json.ts';
import { altered } from '../../mutation/language/alter.ts';
import { anew } from '../../mutation/language/at.ts';
import { sentIn } from '../../mutation/proxy/reply.ts';
import { besideWord, shapeOf, textsFor } from './bodies.ts';
import { type Echoes, memberSchema } from './declared.ts';

type Change = (value: unknown) => unknown;

const text =
  (change: (text: string) => string): Change =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

/** What becomes of a text that may be any. */
export const textMutants: Readonly<Record<string, Change>> = {
  'is cut after 140 characters': text((value) => value.slice(0, 140)),
  'is cut after 1,000 characters': text((value) => value.slice(0, 1_000)),
  'is escaped for HTML': text((value) => value.replaceAll('<', '&lt;')),
  'is read as Markdown': text((value) => value.replaceAll(/([*_])(\S)\1/g, '<em>$2</em>')),
  'has question marks for letters beyond Latin-1': text((value) => value.replaceAll(/[^\0-\xff]/g, '?')),
  'has plain letters for those of another form': text((value) => value.normalize('NFKC')),
  'has line feeds for all ends of lines': text((value) => value.replaceAll('\r\n', '\n')),
  'has no joiners': text((value) => value.replaceAll('\u200d', '')),
  'has white space made one': text((value) => value.replaceAll(/\s+/g, ' ')),
  'is empty': () => '',
};

function inSmallLetters(value: unknown): unknown {
  const entries = isObject(value) ? Object.entries(value) : null;
  return entries === null ? value : Object.fromEntries(entries.map(([name, inner]) => [name.toLowerCase(), inner]));
}

export function echoesMutants({ operation: id, members, trimmed }: Echoes, at: At): readonly Mutant[] {
  const place = at(id);
  const operation = operationOf(at.api, id);
  const free = freeMembers(at.api, operation);
  const examples = (operation.body?.examples ?? []).filter(isObject);
  return Object.entries(members).flatMap(([name, pointer]): readonly Mutant[] => {
    // Members that were not sent need not come back.
    const whenSent = (change: Change) =>
      place.value(pointer, (value, request) => (sentIn(request)[name] === undefined ? value : change(value)));
    const values = examples.flatMap((example) => (example[name] === undefined ? [] : [JSON.stringify(example[name])]));
    const isVaried = free.includes(name) || new Set(values).size > 1;
    const kept = anew(() => {
      let first: { readonly value: unknown } | undefined;
      return whenSent((value) => {
        first ??= { value };
        return first.value;
      });
    });
    const unlessSent = place.value(pointer, (value, request) => (sentIn(request)[name] === null ? 'something' : value));
    const unlessFilled = place.value(pointer, (value, request) =>
      [sentIn(request)[name]].flat().length === 0 ? ['something'] : value,
    );
    const schema = memberSchema(at, operation, name);
    const sent = Object.values(textsFor({ trimmed })).map((odd) => besideWord(odd, 'word', schema));
    const texts = Object.entries({ ...textMutants, 'is trimmed': text((value) => value.trim()) });
    const shown = texts.filter(([, change]) => free.includes(name) && sent.some((one) => change(one) !== one));
    const { mayLack, mayBeEmpty, isWords, isMap } = shapeOf(at.api.document, schema);
    return mutantsOf(`${id}: ${name} `, {
      [name]: {
        ...(mayLack && { 'is what it was where nothing was sent': unlessSent }),
        ...(mayBeEmpty && { 'is what it was where an empty one was sent': unlessFilled }),
        ...(isWords && { 'is in another order': whenSent((value) => [value].flat().toSorted()) }),
        ...(isMap && { 'has names in small letters': whenSent(inSmallLetters) }),
        'is another': whenSent(altered),
        ...(isVaried && { 'is that of the first request': kept }),
        ...each(shown, ([what, change]) => [what, whenSent(change)]),
      },
    });
  });
}
