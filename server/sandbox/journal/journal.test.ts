import { expect, test } from 'vitest';
import { type Journal, JournalRoom } from './journal.ts';

/** Room for two segments of half a mebibyte, which hold about forty of these exchanges. */
const room = () => new JournalRoom(2 ** 20);
const TEXT = 'x'.repeat(20_000);

function added(journal: Journal, url: string, faults: readonly string[] = []): number | undefined {
  return journal.add({
    at: Date.UTC(2030, 0, 1),
    method: 'PATCH',
    url,
    requestHead: 'Accept\ntext/html\nAuthorization\nBearer abcdefgh\nX-Twice\none\nx-twice\ntwo',
    requestBody: { parts: [TEXT] },
    status: 200,
    responseHead: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n',
    responseBody: { parts: ['ü', Buffer.from('ß')] },
    milliseconds: 1.25,
    faults,
  });
}

const urls = (journal: Journal) => [...journal.exchanges].map(({ url }) => url);

test('an exchange is read as it was kept, without its credentials', () => {
  const journal = room().open();
  const number = added(journal, '/vault/flips?limit=2&token=abc', ['a-fault']) ?? 0;
  journal.broke(number, 'the client closed the connection');
  const [exchange] = journal.exchanges;
  const { at, method, url, status, milliseconds, faults, broken, request, response } = exchange ?? {};
  expect([number, at, method, url]).toEqual([
    1,
    Date.UTC(2030, 0, 1),
    'PATCH',
    '/vault/flips?limit=2&token=[redacted]',
  ]);
  expect([status, milliseconds, faults, broken]).toEqual([200, 1.25, ['a-fault'], 'the client closed the connection']);
  expect(request?.headers).toEqual({ accept: 'text/html', authorization: '[redacted]', 'x-twice': 'one, two' });
  expect(request?.text).toBe(TEXT);
  const headers = { 'content-type': 'text/plain' };
  expect(response).toEqual({ headers, text: 'üß', size: 4, truncated: false });
});

test('the oldest exchanges of all journals are dropped first; clearing a journal does not affect the others', () => {
  const shared = room();
  const [one, other] = [shared.open(), shared.open()];
  const both = (from: number) => {
    for (let at = from; at < from + 4; at += 1) for (const journal of [one, other]) added(journal, `/${at}`);
  };
  both(1);
  expect(one.clear()).toBe(4);
  both(5);
  expect([urls(one), other.size, one.newest]).toEqual([['/8', '/7', '/6', '/5'], 8, 8]);
  for (let at = 0; at < 40; at += 1) added(other, `/later/${at}`);
  expect(urls(one)).toEqual([]);
  expect(urls(other).slice(0, 2)).toEqual(['/later/39', '/later/38']);
  expect(other.size).toBe(urls(other).length);
  expect(shared.bytes).toBeLessThanOrEqual(shared.limit);
  other.broke(1, 'reported too late');
  expect([...other.exchanges].filter(({ broken }) => broken !== undefined)).toEqual([]);
  const looked = other.exchanges[Symbol.iterator]();
  expect(looked.next().done).toBe(false);
  other.clear();
  expect(looked.next().done).toBe(true);
});

test('a journal that is closed or has no room keeps nothing', () => {
  const closed = room().open();
  added(closed, '/one');
  closed.close();
  for (const journal of [closed, new JournalRoom(0).open()]) {
    expect([added(journal, '/more'), journal.size, journal.isOpen]).toEqual([undefined, 0, false]);
  }
});
