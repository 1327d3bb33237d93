/** Tokens, secrets and signing in. */
import { accountOfKey, claimsOf, sentIn, valueAt } from '@wallet-services/conformance/testing/clients';
import type { Problem } from '../judge/problem.ts';
import type { CallCommand, SignInCommand } from '../protocol.ts';
import type { Watched } from '../watcher.ts';
import { ELSEWHERE } from '../watcher.ts';
import { carried, failed, failedSomehow, requestCount, understoodAnswer } from './expect.ts';
import { always, firstly, refusal } from './faults.ts';
import { callStep } from './inputs.ts';
import { type Expectation, type Outcome, plainStep, type Step } from './step.ts';

const TOKENS = 'document 1, Access token for protected operations';
const METHODS = 'document 1, Client-side sign-in';

const MINE = /^GET \/vault\/me\/vats$/;
const readMine: CallCommand = {
  do: 'call',
  service: 'vault',
  operation: 'listMyVaults',
  input: { query: { limit: 2 } },
};

/** Tolerance for the lifetime of a token, in seconds: clocks are rounded and slightly off. */
const SLACK = 5;
const TEN_MINUTES = 600;

function tokenOf({ request }: Watched): string {
  return (request.headers['authorization'] ?? '').replace(/^Bearer +/i, '');
}

function lifetimeProblems({ requests }: Outcome): readonly Problem[] {
  return requests.flatMap((watched) => {
    const { iat, exp } = claimsOf(tokenOf(watched)) ?? {};
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

/** The client signed in before the call, in the given way, and sent the token with the call. */
export function signedIn(method: string): Expectation {
  return ({ all, requests }) => {
    const signIn = all.findLast(isSignIn);
    if (signIn === undefined) return [{ expected: 'a request of comment signIn', actual: 'none' }];
    const { request, answer } = signIn;
    const sent = sentIn(request)['method'];
    const issued = valueAt(answer?.json, '/data/access_token');
    const used = requests.some((one) => tokenOf(one) === issued);
    const refused = `status ${answer?.status}: ${String(valueAt(answer?.json, '/msg')).slice(0, 200)}`;
    return [
      ...(sent === method ? [] : [{ expected: `the method ${method}`, actual: String(sent) }]),
      ...(issued === undefined || used
        ? []
        : [{ expected: 'readMe with the access_token from the sign-in', actual: 'another token, or none' }]),
      ...(answer?.status === 200 ? [] : [{ expected: 'a sign-in that the service accepts', actual: refused }]),
    ];
  };
}

/** The message belongs to the account that the client was given. */
function ofAccount(accountKey: string): Expectation {
  const { address } = accountOfKey(accountKey);
  return ({ all }) => {
    const signIn = all.findLast(isSignIn);
    const sent = signIn === undefined ? undefined : sentIn(signIn.request)['signed_message'];
    if (sent === undefined || String(sent).includes(address)) return [];
    return [{ expected: `a message of the account ${address}`, actual: 'one of another account' }];
  };
}

/** After the call was rejected, the client signs in again. */
const signedInAgain: Expectation = ({ all }) => {
  const first = all.findIndex(({ operation }) => operation?.id === 'readMe');
  return all.slice(first).some(isSignIn) ? [] : [{ expected: 'a sign-in after the 401', actual: 'none' }];
};

function signInStep(id: string, title: string, method: SignInCommand['method'], sent: string): Step {
  return {
    id,
    title,
    source: METHODS,
    prepare: async ({ accountKey }) => ({
      command: { do: 'sign-in', method },
      expect: [signedIn(sent), ofAccount(accountKey), requestCount(1), understoodAnswer],
    }),
  };
}

export const signInSteps: readonly Step[] = [
  plainStep('sign-in.keystore', 'Signs GET /me with the keystore for ten minutes and sends the token', {
    source: TOKENS,
    command: readMine,
    expect: [requestCount(1), carried(readMine.input), lifetimeProblems, understoodAnswer],
  }),
  signInStep('sign-in.network-token', 'Exchanges a network token for a comment token', 'NetworkToken', 'mixin_token'),
  signInStep(
    'sign-in.signed-message',
    'Signs a message (EIP-4361, EIP-191) and signs in with it',
    'SignedMessage',
    'mvm',
  ),
  plainStep('sign-in.renew', 'Creates a new token after a 401 and tries again', {
    command: readMine,
    fault: () => firstly(MINE, [refusal(401)]),
    expect: [requestCount(2), renewedProblems, carried(readMine.input), understoodAnswer],
  }),
  plainStep('sign-in.renew-once', 'Reports a repeated 401 instead of retrying forever', {
    command: readMine,
    fault: () => always(MINE, refusal(401)),
    expect: [requestCount(1, 2), failed('refused', 401)],
  }),
  plainStep('sign-in.again', 'Signs in to comment again after a 401', {
    command: { do: 'call', service: 'comment', operation: 'readMe' },
    fault: () => firstly(/^GET \/comment\/me$/, [refusal(401)]),
    expect: [requestCount(2), renewedProblems, signedInAgain, understoodAnswer],
  }),
  callStep(
    'sign-in.app-id',
    "Sends the application's id, and its secret only where it is needed",
    'document 3, Authentication',
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
      return { command: readMine, fault: always(MINE, reply), expect: [failedSomehow] };
    },
  },
];
