/** Tokens, secrets and signing in. */
import { isObject } from '../../model/values/json.ts';
import { accountOfKey } from '../../sign-in/account.ts';
import { bodyOf } from '../judge/contract.ts';
import type { Problem } from '../judge/problem.ts';
import type { CallAsk, SignInAsk } from '../protocol.ts';
import type { Watched } from '../watcher.ts';
import { ELSEWHERE } from '../watcher.ts';
import { carried, failed, failedSomehow, requestCount, understoodAnswer } from './expect.ts';
import { always, firstly, refusal } from './faults.ts';
import { callStep } from './inputs.ts';
import type { Outcome, Step } from './step.ts';

const TOKENS = 'document 1, Access token for protected operations';
const METHODS = 'document 1, Client-side sign-in';

const MINE = /^GET \/vault\/me\/vats$/;
const readMine: CallAsk = { do: 'call', service: 'vault', operation: 'listMyVaults', input: { query: { limit: 2 } } };

/** How far the lifetime of a token may be from ten minutes, in seconds: clocks are rounded, and a little off. */
const SLACK = 5;
const TEN_MINUTES = 600;

function tokenOf({ request }: Watched): string {
  return (request.headers['authorization'] ?? '').replace(/^Bearer +/i, '');
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
}

function lifetimeProblems({ requests }: Outcome): readonly Problem[] {
  return requests.flatMap((watched) => {
    const { iat, exp } = claimsOf(tokenOf(watched));
    const lifetime = Number(exp) - Number(iat);
    if (Math.abs(lifetime - TEN_MINUTES) <= SLACK) return [];
    return [{ expected: 'a token that lives for ten minutes: exp 600 s after iat', actual: `${lifetime} s` }];
  });
}

function renewedProblems({ requests }: Outcome): readonly Problem[] {
  const tokens = requests.map(tokenOf);
  return new Set(tokens).size === tokens.length
    ? []
    : [{ expected: 'a new token after a 401', actual: 'the refused token again' }];
}

function isSignIn({ service, operation }: Watched): boolean {
  return service === 'comment' && operation?.id === 'signIn';
}

function memberOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** The sign-in came before the call, in the given way, and its token went with the call. */
export function signedInProblems({ all, requests }: Outcome, method: string): readonly Problem[] {
  const signIn = all.findLast(isSignIn);
  if (signIn === undefined) return [{ expected: 'a request of comment signIn', actual: 'none' }];
  const sent = memberOf(bodyOf(signIn)?.value, 'method');
  const issued = memberOf(signIn.answer?.json, 'data', 'access_token');
  const used = requests.some((request) => tokenOf(request) === issued);
  return [
    ...(sent === method ? [] : [{ expected: `the method ${method}`, actual: String(sent) }]),
    ...(issued === undefined || used
      ? []
      : [{ expected: 'readMe with the access_token from the sign-in', actual: 'another token, or none' }]),
    ...(signIn.answer?.status === 200
      ? []
      : [
          {
            expected: 'a sign-in that the service accepts',
            actual: `status ${signIn.answer?.status}: ${String(memberOf(signIn.answer?.json, 'msg')).slice(0, 200)}`,
          },
        ]),
  ];
}

/** The message is one of the account that the client was given. */
function accountProblems({ all }: Outcome, accountKey: string): readonly Problem[] {
  const { address } = accountOfKey(accountKey);
  const sent = memberOf(bodyOf(all.findLast(isSignIn) ?? { request: { body: '' } })?.value, 'signed_message');
  if (sent === undefined || String(sent).includes(address)) return [];
  return [{ expected: `a message of the account ${address}`, actual: 'one of another account' }];
}

function signInStep(id: string, title: string, method: SignInAsk['method'], sent: string): Step {
  return {
    id,
    title,
    source: METHODS,
    prepare: async ({ accountKey }) => ({
      ask: { do: 'sign-in', method },
      judge: (outcome) => [
        ...signedInProblems(outcome, sent),
        ...accountProblems(outcome, accountKey),
        ...requestCount(outcome, 1),
        ...understoodAnswer(outcome),
      ],
    }),
  };
}

export const signInSteps: readonly Step[] = [
  {
    id: 'sign-in.keystore',
    title: 'Signs GET /me with the keystore for ten minutes and sends the token',
    source: TOKENS,
    prepare: async () => ({
      ask: readMine,
      judge: (outcome) => [
        ...requestCount(outcome, 1),
        ...carried(outcome, readMine.input),
        ...lifetimeProblems(outcome),
        ...understoodAnswer(outcome),
      ],
    }),
  },
  signInStep('sign-in.network-token', 'Exchanges a network token for a comment token', 'NetworkToken', 'mixin_token'),
  signInStep(
    'sign-in.signed-message',
    'Signs a message (EIP-4361, EIP-191) and signs in with it',
    'SignedMessage',
    'mvm',
  ),
  {
    id: 'sign-in.renew',
    title: 'Creates a new token after a 401 and tries again',
    source: null,
    prepare: async () => ({
      ask: readMine,
      fault: firstly(MINE, [refusal(401)]),
      judge: (outcome) => [
        ...requestCount(outcome, 2),
        ...renewedProblems(outcome),
        ...carried(outcome, readMine.input),
        ...understoodAnswer(outcome),
      ],
    }),
  },
  {
    id: 'sign-in.renew-once',
    title: 'Reports a repeated 401 instead of retrying forever',
    source: null,
    prepare: async () => ({
      ask: readMine,
      fault: always(MINE, refusal(401)),
      judge: (outcome) => [...requestCount(outcome, 1, 2), ...failed(outcome, 'refused', 401)],
    }),
  },
  {
    id: 'sign-in.again',
    title: 'Signs in to comment again after a 401',
    source: null,
    prepare: async () => ({
      ask: { do: 'call', service: 'comment', operation: 'readMe' },
      fault: firstly(/^GET \/comment\/me$/, [refusal(401)]),
      judge: (outcome) => {
        const first = outcome.all.findIndex(({ operation }) => operation?.id === 'readMe');
        const again = outcome.all.slice(first).some(isSignIn);
        return [
          ...requestCount(outcome, 2),
          ...renewedProblems(outcome),
          ...(again ? [] : [{ expected: 'a sign-in after the 401', actual: 'none' }]),
          ...understoodAnswer(outcome),
        ];
      },
    }),
  },
  callStep(
    {
      id: 'sign-in.app-id',
      title: "Sends the application's id, and its secret only where it is needed",
      source: 'document 3, Authentication',
    },
    {
      service: 'assistant',
      operation: 'createConversation',
      input: { body: { bot_id: 1, user_identity: 'mira@shop.example.org' } },
    },
  ),
  {
    id: 'sign-in.redirect',
    title: 'Sends no credential to another host when it is redirected',
    source: null,
    prepare: async ({ watcher }) => {
      const location = `${watcher.origin.replace('127.0.0.1', 'localhost')}${ELSEWHERE}`;
      const reply = { kind: 'reply', status: 302, contentType: 'text/plain', body: '', headers: { location } } as const;
      return { ask: readMine, fault: always(MINE, reply), judge: failedSomehow };
    },
  },
];
