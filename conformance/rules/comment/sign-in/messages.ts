/** The signature of a message, the text that is signed, and that a message serves once (documents 1 and 2). */
import { isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt, isObject } from '../../../model/json.ts';
import type { MessageFields } from '../../../sign-in/message.ts';
import type { SignedMessage } from '../../../sign-in/wallet.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Rule } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { askWith, bodyOf, judgeRefused, messageRule, rightMessage, type Variant } from './ask.ts';

/** The mandatory fields, and how the line of each begins or what it is. */
const mandatory: readonly (readonly [keyof MessageFields, (line: string, index: number) => boolean])[] = [
  ['domain', (_, index) => index === 0],
  ['address', (_, index) => index === 1],
  ['uri', (line) => line.startsWith('URI: ')],
  ['version', (line) => line.startsWith('Version: ')],
  ['chainId', (line) => line.startsWith('Chain ID: ')],
  ['nonce', (line) => line.startsWith('Nonce: ')],
  ['issuedAt', (line) => line.startsWith('Issued At: ')],
];

/** What may be signed for a field that is missing: its line, none, or one without a value. */
function signedWithout(
  is: (line: string, index: number) => boolean,
): readonly (readonly [string, NonNullable<Variant['options']>['lines']])[] {
  return [
    ['', undefined],
    [', nor its line', (lines) => lines.filter((line, index) => !is(line, index))],
    [', its line empty', (lines) => lines.map((line, index) => (is(line, index) ? line.replace(/: .*$/, ': ') : line))],
    [
      ', its line undefined',
      (lines) => lines.map((line, index) => (is(line, index) ? line.replace(/: .*$/, ': undefined') : line)),
    ],
  ];
}

export const messageComplete: Rule = conversationRule('comment.sign-in.message-complete', () => [
  {
    id: 'incomplete',
    operation: 'signIn',
    *talk(scene, say) {
      const kit = yield* rightMessage(scene, say);
      if (kit === null) return;
      if (!kit.isJson) {
        return say(
          inconclusive('the service took a message as lines, and not as JSON with member names that are usual'),
        );
      }
      for (const [field, is] of mandatory) {
        for (const [how, lines] of signedWithout(is)) {
          const message = scene.wallet.message('caller', { omit: [field], ...(lines === undefined ? {} : { lines }) });
          if (message === null) return;
          const what = `a message without ${field}${how}`;
          say(judgeRefused(yield* askWith(scene, what, bodyOf(message)), what));
        }
      }
      for (const signed_message of ['not JSON', '[]', '{}', '"text"']) {
        const what = `the message ${signed_message}`;
        say(judgeRefused(yield* askWith(scene, what, { method: 'mvm', ...kit.right, signed_message }), what));
      }
    },
  },
]);

export const eip191Prefix = messageRule('comment.sign-in.eip191-prefix', () => [
  { what: 'a signature over the bare message', options: { bare: true } },
  {
    what: 'a signature over the bare message without a statement',
    options: { bare: true, fields: { statement: undefined } },
  },
]);

function swapped(one: string, other: string) {
  return (lines: readonly string[]): readonly string[] => {
    const [first, second] = [one, other].map((start) => lines.findIndex((line) => line.startsWith(start)));
    if (first === undefined || second === undefined) return lines;
    return lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '');
  };
}

const orders: readonly (readonly [string, (lines: readonly string[]) => readonly string[]])[] = [
  ['URI and version changed about', swapped('URI', 'Version')],
  ['chain id and nonce changed about', swapped('Chain ID', 'Nonce')],
  ['nonce and time changed about', swapped('Nonce', 'Issued At')],
  ['all fields in the other direction', (lines) => [...lines.slice(0, 5), ...lines.slice(5).reverse()]],
  ['the statement at the end', (lines) => [...lines.slice(0, 3), ...lines.slice(4), lines[3] ?? '']],
  ['no empty lines', (lines) => lines.filter((line) => line !== '')],
  ['no empty line before the statement', (lines) => lines.toSpliced(2, 1)],
  ['no empty line after the statement', (lines) => lines.toSpliced(4, 1)],
  ['the address in the first line', (lines) => [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)]],
];

export const lineOrder = messageRule('comment.sign-in.line-order', () =>
  orders.map(([how, lines]) => ({ what: `a signature over ${how}`, options: { lines } })),
);

/** The text with one hexadecimal digit changed. */
function withOtherDigit(text: string, place: number): string {
  return `${text.slice(0, place)}${text.charAt(place) === '1' ? '2' : '1'}${text.slice(place + 1)}`;
}

export const signatureVerified = messageRule('comment.sign-in.signature-verified', ({ right, scene }) => [
  { what: 'a signature of another account', options: { signer: 'somebody else' } },
  {
    what: 'a signature of another account, without a statement',
    options: { signer: 'somebody else', fields: { statement: undefined } },
  },
  { what: 'the address of another account', options: { fields: { address: scene.wallet.address('somebody else') } } },
  { what: 'the signature of another message', change: (message) => ({ ...message, signature: right.signature }) },
  {
    what: 'a signature with another first digit',
    change: (one) => ({ ...one, signature: withOtherDigit(one.signature, 2) }),
  },
  {
    what: 'a signature with another middle digit',
    change: (one) => ({ ...one, signature: withOtherDigit(one.signature, 90) }),
  },
  { what: 'a signature that is cut short', change: (one) => ({ ...one, signature: one.signature.slice(0, 60) }) },
  { what: 'a signature of zeros', change: (one) => ({ ...one, signature: `0x${'0'.repeat(130)}` }) },
  { what: 'a signature that is a word', change: (one) => ({ ...one, signature: 'signature' }) },
  {
    what: 'a statement that was changed after signing',
    options: { lines: (lines) => lines.with(3, 'Another statement.') },
  },
]);

export const account: Rule = conversationRule('comment.sign-in.account', () => [
  {
    id: 'accounts',
    operation: 'signIn',
    *talk(scene, say) {
      if ((yield* rightMessage(scene, say)) === null) return;
      const ids: unknown[] = [];
      const plan = [['caller'], ['caller', undefined], ['somebody else'], ['caller']] as const;
      for (const [place, [name, statement]] of plan.entries()) {
        const fields = place === 1 ? { statement } : {};
        const message = scene.wallet.message(name, { fields });
        if (message === null) return;
        const exchange = yield* askWith(scene, `${name} ${place}`, bodyOf(message));
        const user = objectOf(exchange)?.['user'];
        if (!isObject(user)) {
          if (name === 'caller') say(blockedBy(exchange));
          continue;
        }
        if (name === 'caller') {
          ids.push(user['id']);
          if (user['id'] === ids[0]) say(pass);
          else {
            const expected = `the user of the account, ${excerpt(ids[0])}`;
            say(broken({ expected, actual: excerpt(user['id']), pointer: '/data/user/id', exchange }));
          }
        } else if (ids.includes(user['id'])) {
          const expected = 'a user of its own for another account';
          say(broken({ expected, actual: excerpt(user['id']), pointer: '/data/user/id', exchange }));
        }
      }
    },
  },
]);

/** The same message in another writing: as JSON with white space, and its signature in capitals. */
const rewritings: readonly (readonly [string, (message: SignedMessage) => SignedMessage])[] = [
  ['once more', (message) => message],
  [
    'with its signature in capitals',
    (message) => ({ ...message, signature: `0x${message.signature.slice(2).toUpperCase()}` }),
  ],
  [
    'with other white space',
    (message) => {
      if (!message.signed_message.startsWith('{')) return message;
      const parsed: unknown = JSON.parse(message.signed_message);
      return { ...message, signed_message: JSON.stringify(parsed, null, 2) };
    },
  ],
  ['a last time', (message) => message],
];

export const nonceReplay: Rule = conversationRule('comment.sign-in.nonce-replay', () => [
  {
    id: 'again',
    operation: 'signIn',
    *talk(scene, say) {
      const kit = yield* rightMessage(scene, say);
      const message = scene.wallet.message('caller');
      if (kit === null || message === null) return;
      const first = yield* askWith(scene, 'first', bodyOf(message));
      if (!isSuccess(first)) return say(blockedBy(first));
      // The recorded request, so that the judgement is about what was sent.
      for (const [what, rewritten] of rewritings) {
        const exchange = yield* askWith(scene, what, bodyOf(rewritten(message)));
        say(judgeRefused(exchange, `a message that is presented ${what}`));
      }
      const between = scene.wallet.message('caller');
      if (between === null) return;
      yield* askWith(scene, 'another in between', bodyOf(between));
      const late = yield* askWith(scene, 'after another', bodyOf(message));
      say(judgeRefused(late, 'a message that is presented after another'));
    },
  },
]);

/** Messages and tokens that a verifier turns down, whatever else it is lenient about. */
export const refusal401: Rule = conversationRule('comment.sign-in.refusal-401', () => [
  {
    id: 'messages',
    operation: 'signIn',
    *talk(scene, say) {
      const kit = yield* rightMessage(scene, say);
      if (kit === null) return;
      const at = (minutes: number) => new Date(kit.now + minutes * 60_000).toISOString();
      const turnedDown = [
        ['a signature of another account', { signer: 'somebody else' }],
        ['an expired message', { fields: { expirationTime: at(-60) } }],
        ['a message that is not valid yet', { fields: { notBefore: at(60) } }],
      ] as const;
      for (const [what, options] of turnedDown) {
        const message = scene.wallet.message('caller', options);
        if (message === null) return;
        say(...judge401(yield* askWith(scene, what, bodyOf(message)), what));
      }
    },
  },
  {
    id: 'tokens',
    operation: 'signIn',
    *talk(scene, say) {
      const token = scene.wallet.token('caller');
      const old = scene.wallet.token('caller', { issuedAt: Date.now() - 86_400_000 });
      if (token === null || old === null) return;
      const right = yield* askWith(scene, 'a right token', { method: 'mixin_token', mixin_token: token });
      // Under which name the token is read is open.
      const name = isSuccess(right) ? 'mixin_token' : 'mixin_access_token';
      const forged = token.replace(
        /[^.]+$/,
        (signature) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1),
      );
      for (const [what, wrong] of [
        ['an expired token', old],
        ['a token with a wrong signature', forged],
      ] as const) {
        const exchange = yield* askWith(scene, what, { method: 'mixin_token', [name]: wrong });
        say(...judge401(exchange, what));
      }
    },
  },
]);

/** That it is refused at all is for other rules to say. */
function judge401(exchange: Parameters<typeof judgeRefused>[0], what: string) {
  if (isSuccess(exchange)) return [];
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status === 429) return [blockedBy(exchange)];
  if (outcome.status === 401) return [pass];
  return [broken({ expected: `401 for ${what}`, actual: outcomeText(exchange), about: 'status', exchange })];
}
