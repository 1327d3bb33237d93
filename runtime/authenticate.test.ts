import { describe, expect, it } from 'vitest';
import { type Authenticate, authenticator, challengeOf } from './authenticate.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';

const operation = (security: Operation['security']): Operation => ({
  id: 'read',
  method: 'get',
  path: '/',
  summary: '',
  parameters: [],
  security,
  statuses: ['200'],
});
const service: Service = {
  name: 'vault',
  operations: {},
  securitySchemes: {
    Token: { type: 'bearer' },
    Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    Secret: { type: 'apiKey', in: 'header', name: 'X-Secret' },
  },
  validators: {},
  document: () => ({}),
};

/** The caller, or the status of the rejection, or the message of the error. */
async function outcome(
  security: Operation['security'],
  headers: Readonly<Record<string, string>>,
  authenticate: Authenticate<string>,
  onFault: (error: Error) => void = () => undefined,
): Promise<unknown> {
  try {
    const callerOf = authenticator(service, operation(security), authenticate, onFault);
    return await callerOf?.({ request: 'request', header: (name) => headers[name] });
  } catch (error) {
    return error instanceof Refusal ? error.status : error instanceof Error ? error.message : error;
  }
}

const BEARER = { authorization: 'Bearer t' };
const either = [['Token'], ['Key']];

describe('a credential that is required', () => {
  it.each([undefined, null, false])('is not valid when authenticate returns %s', async (noCaller) => {
    expect(await outcome([['Token']], BEARER, () => noCaller)).toBe(401);
    expect(await outcome([['Token']], BEARER, async () => noCaller)).toBe(401);
  });

  it('is not valid when it returns NaN, which is reported with a hint', async () => {
    const faults: string[] = [];
    const hint = expect.stringMatching(/^authenticate returned NaN for vault\.read, .*return undefined/);
    expect(
      await outcome(
        [['Token']],
        BEARER,
        () => Number('x'),
        ({ message }) => faults.push(message),
      ),
    ).toBe(401);
    expect(faults).toEqual([hint]);
  });

  it.each([0, '', true, {}])('is valid when it returns %j', async (caller) => {
    expect(await outcome([['Token']], BEARER, () => caller)).toBe(caller);
  });

  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer ' },
    { authorization: 'Basic t' },
    { authorization: 'Bearer a, Bearer b' },
  ])('is missing in %j', async (headers) => expect(await outcome([['Token']], headers, () => 'caller')).toBe(401));

  it('is a fault when the verifier itself fails, with a hint', async () => {
    const message = await outcome([['Token']], BEARER, () => {
      throw Object.assign(new Error('jwt expired'), { status: 401 });
    });
    expect(message).toBe(
      'authenticate failed for vault.read: jwt expired. When a credential does not hold, return undefined or throw new Refusal(401, ...)',
    );
  });
});

/** The message of the rejection or of the error. */
async function messageOf(
  security: Operation['security'],
  headers: Readonly<Record<string, string>>,
  authenticate: Authenticate<string>,
): Promise<string> {
  const callerOf = authenticator(service, operation(security), authenticate, () => undefined);
  const error = await callerOf?.({ request: 'request', header: (name) => headers[name] }).catch((e: unknown) => e);
  return error instanceof Error ? error.message : `no error: ${error}`;
}

describe('a rejection says', () => {
  const noCaller = () => undefined;
  it.each<[Operation['security'], Readonly<Record<string, string>>, Authenticate<string>, string]>([
    [either, {}, noCaller, 'this operation needs a credential (Token, or Key)'],
    [either, { 'x-key': '' }, noCaller, 'this operation needs a credential (Token, or Key)'],
    [either, BEARER, noCaller, 'the credential is not valid (Token, or Key)'],
    [[['Key', 'Secret']], { 'x-key': 'k' }, noCaller, 'this operation needs a credential (Key and Secret)'],
    [[['Unknown']], BEARER, noCaller, 'this operation needs a credential (Unknown)'],
  ])('for %j with %j: %s', async (security, headers, authenticate, message) => {
    expect(await messageOf(security, headers, authenticate)).toBe(message);
  });

  it('what the first verifier that rejects says', async () => {
    const authenticate: Authenticate<string> = ({ Token }) => {
      throw new Refusal(401, Token === undefined ? 'the key is stale' : 'the token is stale');
    };
    expect(await messageOf(either, { ...BEARER, 'x-key': 'k' }, authenticate)).toBe('the token is stale');
    expect(await messageOf([[], ...either], { 'x-key': 'k' }, authenticate)).toBe('the key is stale');
  });
});

it('reports a hint only for NaN', async () => {
  const faults: unknown[] = [];
  await outcome(
    [['Token']],
    BEARER,
    () => undefined,
    (error) => faults.push(error),
  );
  expect(faults).toEqual([]);
});

it('keeps the error of a verifier as the cause', async () => {
  const cause = new Error('reset');
  const callerOf = authenticator(
    service,
    operation([['Token']]),
    () => {
      throw cause;
    },
    () => undefined,
  );
  await expect(
    callerOf?.({ request: '', header: (name) => BEARER[name as keyof typeof BEARER] }),
  ).rejects.toMatchObject({
    cause,
  });
});

it('is needed where an operation needs a credential', () => {
  const make = (security: Operation['security'], authenticate?: Authenticate<string>) =>
    authenticator(service, operation(security), authenticate, () => undefined);
  expect(() => make([['Token']])).toThrow('vault.read needs a credential: give the option authenticate');
  expect([make([]), make([[]]), make([[], ['Token']]), make([[]], () => 'caller')]).toEqual(Array(4).fill(undefined));
});

describe('alternatives', () => {
  const onlyKey: Authenticate<string> = ({ Key }) => (Key === 'good' ? 'caller' : undefined);

  it.each([
    [{ ...BEARER, 'x-key': 'good' }, 'caller'],
    [{ 'x-key': 'good' }, 'caller'],
    [{ ...BEARER, 'x-key': 'bad' }, 401],
    [BEARER, 401],
  ])('are tried in turn: %j', async (headers, expected) => {
    expect(await outcome(either, headers, onlyKey)).toBe(expected);
  });

  it('are tried after a rejection with 401, and not after one with 403', async () => {
    const refusing = (status: 401 | 403): Authenticate<string> => {
      return ({ Token }) => {
        if (Token !== undefined) throw new Refusal(status, 'no');
        return 'caller';
      };
    };
    expect(await outcome(either, { ...BEARER, 'x-key': 'good' }, refusing(401))).toBe('caller');
    expect(await outcome(either, { ...BEARER, 'x-key': 'good' }, refusing(403))).toBe(403);
  });

  it('may need several credentials together', async () => {
    const seen: unknown[] = [];
    const keep: Authenticate<string> = (credentials) => seen.push(credentials);
    expect(await outcome([['Key', 'Secret']], { 'x-key': 'k' }, keep)).toBe(401);
    expect(await outcome([['Key', 'Secret']], { 'x-key': 'k', 'x-secret': 's' }, keep)).toBe(1);
    expect(seen).toEqual([{ Key: 'k', Secret: 's' }]);
  });
});

describe('a credential that is not required', () => {
  it('is verified when it is present', async () => {
    expect(await outcome([[], ['Token']], BEARER, () => 'caller')).toBe('caller');
    expect(await outcome([[], ['Token']], {}, () => 'caller')).toBeUndefined();
    expect(await outcome([[], ['Token']], BEARER, () => false)).toBeUndefined();
    expect(await outcome([], BEARER, () => 'caller')).toBeUndefined();
  });
});

it.each([
  [[['Token']], 'Bearer'],
  [[['Key', 'Secret']], 'ApiKey'],
  [either, 'Bearer, ApiKey'],
  [[], 'Bearer, ApiKey'],
])('the challenge of %j is %s', (security, challenge) => {
  expect(challengeOf(service, operation(security))).toBe(challenge);
});

it('the challenge of a service without schemes is Bearer', () => {
  expect(challengeOf({ ...service, securitySchemes: {} }, operation([]))).toBe('Bearer');
});
