/** The parts of a message, the user that it signs in, and that it works once (documents 1 and 2). */
import { blockedBy, inconclusive, judgeRefused, type OwnRule, passIf } from '@wallet-services/conformance/core';
import { excerpt, isSuccess } from '@wallet-services/conformance/model';
import type { MessageFields, SignedMessage } from '@wallet-services/conformance/sign-in';
import { changesUser, type Sent, takes, taking, text } from '../../sign-in/mutants.ts';
import { messageBody, messageFor, rightMessage, sendMessage, sendSignIn, sessionIn } from '../../sign-in/send.ts';
import { type MessageVariant, messageRule } from '../../sign-in/variants.ts';

type Lines = readonly string[];

/** The mandatory fields, with the beginning or the text of each line. */
const mandatory: Readonly<Partial<Record<keyof MessageFields, (line: string, index: number) => boolean>>> = {
  domain: (_, index) => index === 0,
  address: (_, index) => index === 1,
  uri: (line) => line.startsWith('URI: '),
  version: (line) => line.startsWith('Version: '),
  chainId: (line) => line.startsWith('Chain ID: '),
  nonce: (line) => line.startsWith('Nonce: '),
  issuedAt: (line) => line.startsWith('Issued At: '),
};

/** The possible lines for a missing field: its line, none, or one without a value. */
function signedWithout(
  is: (line: string, index: number) => boolean,
): Readonly<Record<string, (lines: Lines) => Lines>> {
  const ending = (end: string) => (lines: Lines) =>
    lines.map((line, index) => (is(line, index) ? line.replace(/: .*$/, end) : line));
  return {
    '': (lines) => lines,
    ', nor its line': (lines) => lines.filter((line, index) => !is(line, index)),
    ', its line empty': ending(': '),
    ', its line undefined': ending(': undefined'),
  };
}

const messageComplete = messageRule('message-complete', {
  undecided: ({ message }) =>
    message.signed_message.trimStart().startsWith('{')
      ? null
      : inconclusive('the service accepts messages as lines, but not as JSON with the usual member names'),
  refused: Object.fromEntries([
    ...Object.entries(mandatory).flatMap(([field, is]) =>
      Object.entries(signedWithout(is)).map(([how, lines]): [string, MessageVariant] => [
        `a message without ${field}${how}`,
        { omit: [field as keyof MessageFields], lines },
      ]),
    ),
    ...['not JSON', '[]', '{}', '"text"'].map((signed_message): [string, MessageVariant] => [
      `the message ${signed_message}`,
      { change: (one) => ({ ...one, signed_message }) },
    ]),
  ]),
  servers: (at) =>
    Object.fromEntries(
      Object.keys(mandatory).map((field) => [
        `a message may lack ${field}`,
        takes(at, ({ fields }) => {
          const missing = Object.keys(mandatory).filter((name) => fields[name] === undefined);
          return missing.length === 1 && missing[0] === field;
        }),
      ]),
    ),
});

const isMessage = (sent: Sent) => sent.isMessage;

const account: OwnRule = {
  id: 'comment.signIn.account',
  async check(ctx, report) {
    await rightMessage(ctx);
    const plan = [
      ['caller', {}],
      ['caller', { statement: undefined }],
      ['somebody else', {}],
      ['caller', {}],
    ] as const;
    const ids: unknown[] = [];
    for (const [place, [name, fields]] of plan.entries()) {
      const exchange = await sendMessage(ctx, `${name} ${place}`, { fields }, name);
      const session = sessionIn(exchange);
      const isCaller = name === 'caller';
      if (session === null) {
        // Which users may sign in is open; the server knows a user who once did.
        if (isCaller) report(blockedBy(exchange));
        continue;
      }
      const { id } = session.user;
      const expected = isCaller
        ? `${excerpt(ids[0])}, the user of this account`
        : 'a different user, since the account is different';
      const isRight = isCaller ? ids.length === 0 || id === ids[0] : !ids.includes(id);
      report(passIf(isRight, { expected, actual: excerpt(id), pointer: '/data/user/id', exchange }));
      if (isCaller) ids.push(id);
    }
  },
  mutants: (at) => ({
    'every sign-in by message makes a new user': () => {
      let count = 0;
      return changesUser(at, isMessage, (user) => {
        count += 1;
        return { ...user, id: 70_000 + count };
      })();
    },
    'every account is the same user': changesUser(at, isMessage, (_, first) => first),
  }),
};

/** The same message in another form: as JSON with white space, and with its signature in capitals. */
const rewritings: Readonly<Record<string, (message: SignedMessage) => SignedMessage>> = {
  'once more': (message) => message,
  'with its signature in capitals': ({ signature, ...rest }) => ({
    ...rest,
    signature: `0x${signature.slice(2).toUpperCase()}`,
  }),
  'with other white space': (message) =>
    message.signed_message.startsWith('{')
      ? { ...message, signed_message: JSON.stringify(JSON.parse(message.signed_message), null, 2) }
      : message,
};

const wasTaken = ({ fields }: Sent, before: readonly Sent[]) =>
  before.some((one) => one.fields['nonce'] !== undefined && one.fields['nonce'] === fields['nonce']);

const nonceReplay: OwnRule = {
  id: 'comment.signIn.nonce-replay',
  async check(ctx, report) {
    await rightMessage(ctx);
    const message = messageFor(ctx, 'caller');
    const first = await sendSignIn(ctx, 'first', messageBody(message));
    if (!isSuccess(first)) return report(blockedBy(first));
    for (const [what, rewritten] of Object.entries(rewritings)) {
      const exchange = await sendSignIn(ctx, what, messageBody(rewritten(message)));
      report(judgeRefused(exchange, `a message that is presented ${what}`));
    }
    await sendMessage(ctx, 'another in between');
    const late = await sendSignIn(ctx, 'after another', messageBody(message));
    report(judgeRefused(late, 'a message that is presented after another'));
  },
  mutants: taking({
    'a message serves as often as one likes': wasTaken,
    'a message serves again when its signature is written in capitals': (sent, before) =>
      wasTaken(sent, before) && /[A-F]/.test(text(sent.body['signature'])),
    'a message serves again when it is written with white space': (sent, before) =>
      wasTaken(sent, before) && text(sent.body['signed_message']).includes('\n'),
    'only the last message is remembered': (sent, before) =>
      wasTaken(sent, before) && !wasTaken(sent, before.slice(-1)),
  }),
};

export default [messageComplete, account, nonceReplay];
