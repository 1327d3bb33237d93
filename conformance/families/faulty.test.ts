/** What each faulty server of the cinema does to requests that are always the same. */
import { expect, onTestFinished, test } from 'vitest';
import { mutationsAt } from '../mutation/language/at.ts';
import { behind, type Reply, type Request } from '../mutation/proxy/reply.ts';
import { api, credentials, declarations, openCinema, remembering } from '../testing/cinema.ts';
import { familyOf } from './index.ts';

const card = { authorization: `Bearer ${credentials.Card}` };
const desk = { 'x-desk-key': credentials.DeskKey };

type Sent = readonly [request: string, headers?: Readonly<Record<string, string>>, body?: object];

const requests: readonly Sent[] = [
  ['GET /films'],
  ['GET /films?limit=1'],
  ['GET /films?limit=13'],
  ['GET /films?limit=3&after=12'],
  ['GET /films?limit=3&after=15'],
  ['GET /films/1'],
  ['GET /films/999'],
  ['GET /films/2/reviews'],
  ['GET /films/2/reviews?limit=2'],
  ['GET /reviews/2'],
  ['GET /houses'],
  ['GET /screenings'],
  ['GET /screenings?skip=30&limit=5'],
  ['GET /screenings?skip=35&limit=5'],
  ['GET /screenings/s-001'],
  ['GET /programme'],
  ['GET /programme?house=REX'],
  ['GET /programme?house=REX', { 'x-house': 'LUX' }],
  ['GET /attendance/s-001'],
  ['GET /attendance/s-001', desk],
  ['GET /bookings'],
  ['GET /bookings', { authorization: 'Bearer other' }],
  ['GET /bookings?limit=1', card],
  ['PATCH /reviews/2', {}, { stars: 2 }],
  ['PATCH /reviews/2', card, { stars: 2, text: ' Again. ' }],
  ['GET /reviews/2'],
  ['PUT /reviews/2/helpful', card],
  ['GET /reviews/2'],
  ['DELETE /reviews/2/helpful', card],
  ['POST /films/3/reviews', card, { text: 'A review.', stars: 5 }],
  ['POST /films/3/reviews', card, { text: 'A review.' }],
  ['POST /bookings', card, { screening_id: 's-003', seat: 'wheelchair', companion: 'Grace' }],
  ['POST /bookings', card, { screening_id: 's-003', seat: 'wheelchair' }],
  ['POST /bookings', card, { screening_id: 's-003', seat: 'stalls' }],
];

function requestOf([text, headers = {}, body]: Sent): Request {
  const [method = '', address = ''] = text.split(' ');
  const { pathname: path, searchParams: query } = new URL(address, 'http://127.0.0.1');
  return {
    method,
    path,
    query,
    body: body === undefined ? '' : JSON.stringify(body),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  };
}

/** A reply without what differs from run to run: ids and the present time. */
function written(reply: Reply): string {
  if (reply.kind !== 'reply') return reply.kind;
  const { status, contentType, body } = reply;
  const text = body
    .replaceAll('\uFEFF', String.raw`\uFEFF`)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, 'a time')
    // After the times that the cinema begins with.
    .replaceAll(/\b1(?:79|[89]\d)\d{7}(\d*)\b/g, (_, more: string) => `now${'0'.repeat(more.length)}`);
  return `${status} ${contentType === 'application/json' ? '' : `${contentType} `}${text}`;
}

/** Characters that are shown of a reply, a few of them before the place where it differs. */
const SHOWN = 60;
const BEFORE = 20;

function difference(correct: string, faulty: string): string {
  const place = [...faulty].findIndex((letter, index) => letter !== correct[index]);
  const from = Math.max(0, (place < 0 ? faulty.length : place) - BEFORE);
  return `${from === 0 ? '' : '...'}${faulty.slice(from, from + SHOWN)}${faulty.length > from + SHOWN ? '...' : ''}`;
}

/** Replies of a faulty server that are shown. */
const MOST = 3;

test('each faulty server changes the same answers in the same way', async () => {
  const cinema = await openCinema();
  onTestFinished(() => cinema.close());
  const handler = remembering(cinema.handler, () => false);
  const correct: string[] = [];
  for (const sent of requests) correct.push(written(await handler(requestOf(sent))));
  const lines: string[] = [];
  for (const declared of declarations) {
    for (const { id, kills, mutation } of familyOf(declared)?.mutants(declared, mutationsAt(api)) ?? []) {
      const faulty = behind(mutation(), handler);
      const changed: string[] = [];
      for (const [index, sent] of requests.entries()) {
        const reply = written(await faulty(requestOf(sent)));
        if (reply !== correct[index]) changed.push(`  ${sent[0]}: ${difference(correct[index] ?? '', reply)}`);
      }
      const more = changed.length > MOST ? [`  and ${changed.length - MOST} more`] : [];
      lines.push(`${id} (${declared.family}, ${kills})`, ...changed.slice(0, MOST), ...more);
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../examples/cinema/faulty-servers.txt');
});
