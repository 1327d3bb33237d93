/** The modes of a hostile server: forty ways to waste time or memory, or to falsify the verdict. */
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isObject } from '../../model/values/json.ts';
import { seededUuid } from '../../model/values/uuid.ts';
import type { Hostility } from './server.ts';

/** A mode that tries to forge a report writes its text beside this one. */
export const FORGED = 'CONFORMANT, in 0.1 s';

const jsonType = { 'content-type': 'application/json' };

/** Answers with a text. */
function text(make: string | ((right: unknown, before: number) => string)): Hostility {
  return ({ response, right, before }) => {
    response.writeHead(200, jsonType);
    response.end(typeof make === 'string' ? make : make(right, before));
  };
}

/** Answers with a changed correct value. */
function value(change: (right: unknown, before: number) => unknown): Hostility {
  return text((right, before) => JSON.stringify(change(right, before)));
}

/** Writes bytes to the connection, in violation of HTTP, and then calls `then`. */
function raw(bytes: string | Buffer, then: (socket: Socket) => void = nothing): Hostility {
  return ({ response }) => {
    const { socket } = response;
    if (socket === null) return;
    socket.write(bytes);
    then(socket);
  };
}

/** A value with every list in it, and every expected list, replaced. */
function lists(given: unknown, make: (items: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(given)) return make(given.map((item) => lists(item, (items) => items)));
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, lists(inner, make)]));
}

/** A value with every text in it replaced. */
function texts(given: unknown, make: (text: string, name: string) => unknown): unknown {
  return JSON.parse(JSON.stringify(given), (name, value) => (typeof value === 'string' ? make(value, name) : value));
}

/** A correct value with further or changed members. */
function beside(right: unknown, members: object): object {
  return { ...(isObject(right) ? right : {}), ...members };
}

function nothing(): void {}

function times<Made>(count: number, make: (index: number) => Made): readonly Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const members = (count: number): object => Object.fromEntries(times(count, (index) => [`m${index}`, index]));

const deep = (count: number): unknown => times(count, nothing).reduce<unknown>((inner) => ({ data: inner }), null);

/** Items that differ in their ids. */
function distinct(items: readonly unknown[], count: number, offset = 0): readonly unknown[] {
  return times(count, (index) => {
    const item = items[0];
    const named = (name: string) => /(^|_)id$/.test(name);
    if (!isObject(item)) return typeof item === 'string' ? seededUuid(index + offset) : item;
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => {
        if (!named(name)) return [name, inner];
        return [name, typeof inner === 'number' ? index + offset + 1 : seededUuid(index + offset)];
      }),
    );
  });
}

const ESCAPES = `\u001b[2J\u001b[3J\u001b[H\u001b[32m${FORGED}\u001b[0m\u001b[8m\u001b]0;title\u0007\u009b2J\u202e\u2066\r\n\n${FORGED}\n`;
const MARKUP = `</summary></details>\n\n## ${FORGED}\n\n<script>alert(1)</script><img src=x onerror=alert(1)> ![x](http://127.0.0.1:9/x) | \`\`\` ]]> @everyone --> &lt;b&gt;`;

function slowly(bytes: Buffer, every: number): Hostility {
  return ({ response }) => {
    response.writeHead(200, jsonType);
    let at = 0;
    const timer = setInterval(() => {
      if (response.destroyed || at >= bytes.length) clearInterval(timer);
      else response.write(bytes.subarray(at, at + 1));
      at += 1;
    }, every);
    response.once('close', () => clearInterval(timer));
  };
}

const endless: Hostility = ({ response }) => {
  response.writeHead(200, jsonType);
  const chunk = Buffer.alloc(65_536, '[');
  const push = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', push);
  push();
};

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const wide = Buffer.alloc(12 * 2 ** 20, ' ');

/** Few bytes that decompress to many; created on first use. */
function bomb(encoding: string, make: () => Buffer): Hostility {
  let bytes: Buffer | undefined;
  return ({ response }) => {
    bytes ??= make();
    response.writeHead(200, { ...jsonType, 'content-encoding': encoding });
    response.end(bytes);
  };
}

export const modes: Readonly<Record<string, Hostility>> = {
  '20,000 empty items where a list of things belongs': value(() => ({ data: times(20_000, () => ({})) })),
  'every list has 20,000 wrong items': value((right) => lists(right, () => times(20_000, () => ({ id: [] })))),
  'every list has 20,000 right items, all the same': value((right) =>
    lists(right, ([item]) => times(20_000, () => item)),
  ),
  'every list has 20,000 right items with ids of their own': value((right) =>
    lists(right, (items) => distinct(items, 20_000)),
  ),
  'each answer has 2,000 items that were never there before': value((right, before) =>
    lists(right, (items) => distinct(items, 2000, before * 2000)),
  ),
  '20,000 items that are wrong in as many ways': value((right) =>
    lists(right, () => times(20_000, (index) => ({ [`m${index}`]: index }))),
  ),
  '400,000 members of one object': value((right) => beside(right, { data: members(400_000) })),
  '400,000 members beside the right ones': value((right) => beside(right, members(400_000))),
  'lists 5,000,000 deep': text('['.repeat(5_000_000) + ']'.repeat(5_000_000)),
  'objects 400 deep, 100 times': value((right) => beside(right, { data: times(100, () => deep(400)) })),
  '5,000,000 empty objects': text(() => `{"data":[${'{},'.repeat(4_900_000)}{}]}`),
  '8,000,000 numbers': text(() => `[${'0,'.repeat(7_999_999)}0]`),
  'escape sequences in every text': value((right) => texts(right, () => ESCAPES)),
  'escape sequences where a list belongs': value(() => ESCAPES),
  'escape sequences, and no JSON': text(ESCAPES),
  'escape sequences as names of members': value((right) => beside(right, { [ESCAPES]: [{ [ESCAPES]: 1 }] })),
  'escape sequences in the status line and the content type': raw(
    Buffer.from(
      `HTTP/1.1 200 \u009b2J${FORGED}\r\ncontent-type: text/\u009b2J\u00adx ${FORGED}\r\ncontent-length: 2\r\n\r\n{}`,
      'latin1',
    ),
  ),
  'markup in every text': value((right) => texts(right, () => MARKUP)),
  'markup, and no JSON': text(MARKUP),
  'an endless body': endless,
  'a body that drips': slowly(Buffer.from(JSON.stringify({ data: [] }).padEnd(100_000)), 50),
  'no answer at all': nothing,
  'a head without an end': raw(`${head}x: `),
  'a header of 4 MiB': raw(Buffer.concat([Buffer.from(`${head}x: `), Buffer.alloc(4 * 2 ** 20, 'a')])),
  '100,000 headers': raw(`${head}${'a: b\r\n'.repeat(100_000)}\r\n`),
  'endless notes that the answer will come': raw('HTTP/1.1 100 Continue\r\n\r\n'.repeat(20_000)),
  'another protocol': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'redirects in circles': ({ response, request }) => {
    response.writeHead(302, { location: request.url });
    response.end();
  },
  'a body shorter than its length': raw(`${head}content-length: 100\r\n\r\n{}`, (socket) => socket.end()),
  'a body longer than its length': raw(`${head}content-length: 2\r\n\r\n{}${FORGED}\r\n\r\n`),
  'a connection that is half closed': raw(`${head}\r\n{"data":`, (socket) => socket.end()),
  'a connection that is reset within the body': raw(`${head}content-length: 100\r\n\r\n{`, (socket) =>
    socket.resetAndDestroy(),
  ),
  'no HTTP at all': raw(`${ESCAPES}\0\xff`, (socket) => socket.end()),
  'a gzip bomb': bomb('gzip', () => gzipSync(Buffer.alloc(512 * 2 ** 20, '['))),
  'a brotli bomb': bomb('br', () => brotliCompressSync(Buffer.alloc(64 * 2 ** 20, '['))),
  '12 MiB of blanks before the answer': ({ response, right }) => {
    response.writeHead(200, jsonType);
    response.write(wide);
    response.end(JSON.stringify(right));
  },
  'every text has 100,000 digits': value((right) => texts(right, () => '7'.repeat(100_000))),
  'every text is a number of a huge exponent': value((right) => texts(right, () => '1e999999999')),
  'every text would take an expression long': value((right) => texts(right, () => `${'a'.repeat(50_000)}!`)),
  'numbers beyond all bounds': text((right) => JSON.stringify(right).replaceAll(/:\d+/g, ':1e999')),
  'NUL in every text': value((right) => texts(right, (given) => `${given}\0`)),
  'half a surrogate in every text': text((right) =>
    JSON.stringify(texts(right, (given) => `${given}@@`)).replaceAll('@@', '\\ud800'),
  ),
  'broken UTF-8': ({ response }) => {
    response.writeHead(200, jsonType);
    response.end(Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]));
  },
  'names that stand twice': text((right) => JSON.stringify(right).replace(/^\{/, '{"data":1,"data":2,')),
  'names that mean something to programs': text((right) =>
    JSON.stringify(right).replace(
      /^\{/,
      '{"__proto__":{"ok":true,"length":9e9},"constructor":{"prototype":{}},"toString":1,"then":1,',
    ),
  ),
  'pages without an end': value((right, before) =>
    texts(
      lists(right, (items) => distinct(items, 3, before * 3)),
      (given, name) => (/cursor/.test(name) ? String(before + 1) : given),
    ),
  ),
  'asks for patience for ever': ({ response }) => {
    response.writeHead(429, { 'retry-after': '0' });
    response.end();
  },
};
