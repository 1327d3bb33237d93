/** Servers that answer with something else than JSON, in another way at each operation. */

import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { type Operation, responseFor } from '../../model/document/api.ts';
import type { Declaration } from '../../model/document/behaviour.ts';
import { isSuccessful, type Reply } from '../../mutation/proxy/reply.ts';
import { readingOf } from '../visited.ts';

type Whole = Extract<Reply, { kind: 'reply' }>;

const ways: readonly (readonly [id: string, change: (reply: Whole) => Whole])[] = [
  ['is said to be a web page', (reply) => ({ ...reply, contentType: 'text/html' })],
  ['ends in a comma', (reply) => ({ ...reply, body: `${reply.body},` })],
  ['begins with a byte order mark', (reply) => ({ ...reply, body: `\uFEFF${reply.body}` })],
  ['is a word', (reply) => ({ ...reply, body: 'OK', contentType: 'text/plain' })],
  ['is cut off', (reply) => ({ ...reply, body: reply.body.slice(0, -1) })],
  ['is empty', (reply) => ({ ...reply, body: '' })],
  ['has names without quotes', (reply) => ({ ...reply, body: reply.body.replace(/"(\w+)":/, '$1:') })],
];

/** A response without a body has no form to violate. */
function hasBody(operation: Operation): boolean {
  return responseFor(operation, 200)?.schema !== null;
}

export function jsonMutants(declared: Declaration, at: At): readonly Mutant[] {
  const writes = at.api.operations.filter(({ method }) => method !== 'GET');
  return [...readingOf(at.api), ...writes].filter(hasBody).flatMap(({ id, method }, place) => {
    const [name, change] = ways[place % ways.length] ?? ['', (reply: Whole) => reply];
    const mutation = at(id).reply((reply) => (isSuccessful(reply) ? change(reply) : reply));
    const operation = method === 'GET' ? {} : { operation: id };
    return [{ id: `${id}: the answer ${name}`, kills: aspectOf(declared), mutation, ...operation }];
  });
}
