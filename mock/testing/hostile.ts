/** Hostile messages, from either side. */
import { gzipSync } from 'node:zlib';

/** A message: its content, and its defect. */
export interface HostileMessage {
  readonly name: string;
  readonly body: () => Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const text = (make: () => string) => () => Buffer.from(make());

/** Bodies, declared as JSON unless they declare another type. */
export const hostileMessages: readonly HostileMessage[] = [
  { name: '4,000 empty items', body: text(() => `[${'{},'.repeat(3_999)}{}]`) },
  {
    name: '30,000 empty items',
    body: text(() => `{"items":[${'{},'.repeat(29_999)}{}],"flips":[${'{},'.repeat(29_999)}{}]}`),
  },
  { name: '100,000 empty items', body: text(() => `[${'{},'.repeat(99_999)}{}]`) },
  { name: '3 million empty items', body: text(() => `[${'{},'.repeat(2_999_999)}{}]`) },
  { name: '2 million levels', body: text(() => '['.repeat(2_000_000)) },
  { name: '2 million levels of objects', body: text(() => '{"a":'.repeat(2_000_000)) },
  { name: '400 levels', body: text(() => `${'['.repeat(400)}${']'.repeat(400)}`) },
  {
    name: '300,000 names',
    body: text(() =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`n${index}`, {}]))),
    ),
  },
  { name: 'a name of 5 MB', body: text(() => JSON.stringify({ flips: { ['n'.repeat(5_000_000)]: 1 } })) },
  { name: 'a text of 9 MB', body: text(() => JSON.stringify({ flips: 'a'.repeat(9_000_000) })) },
  { name: 'numbers without end', body: text(() => `[${'1e400,'.repeat(300_000)}0]`) },
  { name: 'a packed bomb', body: () => gzipSync(Buffer.alloc(200_000_000)), headers: { 'content-encoding': 'gzip' } },
  {
    name: 'a packed list',
    body: () => gzipSync(`[${'{},'.repeat(2_999_999)}{}]`),
    headers: { 'content-encoding': 'gzip' },
  },
  {
    name: 'a form of 300,000 fields',
    body: text(() => 'a=1&'.repeat(300_000)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { name: 'no UTF-8', body: () => Buffer.alloc(1_000_000, 0xff) },
];
