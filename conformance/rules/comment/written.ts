/** Who wrote something, and what. */
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Judgement } from '../rule.ts';
import { differences } from './compare.ts';

/** Judges that something was written by a user: by user_id, and by everything that creator says. */
export function judgeAuthor(written: JsonObject, me: JsonObject, exchange: Exchange): Judgement {
  const expected = `the caller, user ${excerpt(me['id'])}`;
  if (String(written['user_id']) !== String(me['id'])) {
    return broken({ expected, actual: excerpt(written['user_id']), pointer: '/data/user_id', exchange });
  }
  const { creator } = written;
  if (!isObject(creator)) return blockedBy(exchange);
  const [wrong] = differences(creator, me, [
    'id',
    'network_user_id',
    'network_identity_number',
    'full_name',
    'created_at',
  ]);
  if (wrong === undefined) return pass;
  const pointer = `/data/creator${wrong.pointer}`;
  return broken({ expected: `${expected}: ${wrong.expected}`, actual: wrong.actual, pointer, exchange });
}

/** Texts that get lost or changed where content is escaped, cut, or put into another encoding. */
export const contents = [
  'Plain words.',
  'Ünïcödé, 中文, עברית and an apple 🍎',
  'a < b && c > "d" \'e\' <b>not bold</b> &amp; %20 \\n {{x}} $1',
  'two\nlines and a\ttab',
  `a longer one: ${'lorem ipsum '.repeat(40)}end`,
  '  with white space at its ends \n',
];

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Judges that something carries the content that was sent, white space at its ends apart. */
export function judgeContent(
  written: JsonObject,
  sent: string,
  exchange: Exchange,
  pointer = '/data/content',
): Judgement {
  if (trimmed(written['content']) === sent.trim()) return pass;
  return broken({ expected: excerpt(sent.trim()), actual: excerpt(written['content']), pointer, exchange });
}
