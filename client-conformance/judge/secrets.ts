/**
 * Detects secrets that were sent to the wrong place. Private keys must never be sent; tokens and secrets only in their
 * header.
 */
import { claimsOf, privateKeyOf, valueAt } from '@wallet-services/conformance/testing/clients';
import { decoded } from '@wallet-services/kit/decoded';
import type { ClientSuite } from '../suite.ts';
import type { Watched } from '../watcher.ts';
import { nameOf } from './contract.ts';
import type { Problem } from './problem.ts';

const SECRET_HEADER = 'x-assistant-secret';

/** The addresses that take a token besides those of the services: the wallet network, and the RPC interface. */
const TAKE_TOKENS = /^\/(wallet\/|(twirp\/)?(lending\.v1\.)?Lending\/)/;

/** Tracks secrets during a run, including the tokens that are issued in it. */
export interface SecretJudge {
  problems(watched: Watched): readonly Problem[];
  /** All secrets, which must not be shown. */
  known(): readonly string[];
}

/** A private key in every format in which a client may have it. */
function spellings({ keystore, accountKey }: Pick<ClientSuite, 'keystore' | 'accountKey'>): readonly string[] {
  const { d = '' } = privateKeyOf(keystore.privateKey).export({ format: 'jwk' });
  const bytes = Buffer.from(d, 'base64url');
  const forms = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  return [keystore.privateKey, ...forms, accountKey];
}

function bearerOf({ request }: Watched): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
}

/** The token that the comment service issues. */
function issuedBy({ service, operation, answer }: Watched): string | undefined {
  if (service !== 'comment' || operation?.id !== 'signIn') return undefined;
  const token = valueAt(answer?.json, '/data/access_token');
  return typeof token === 'string' ? token : undefined;
}

function addressOf({ request }: Watched): string {
  const texts = [request.path, ...[...request.query].flat()];
  return texts.flatMap((text) => [text, decoded(text)]).join('\n');
}

function headersOf({ request }: Watched, ...without: readonly string[]): string {
  return Object.entries(request.headers)
    .filter(([name]) => !without.includes(name))
    .map(([, value]) => value)
    .join('\n');
}

export function secretJudge(suite: ClientSuite): SecretJudge {
  const privateKeys = spellings(suite);
  const tokens = new Set<string>();
  const issued = new Set<string>();
  const { appSecret } = suite;

  function leaks(watched: Watched): readonly string[] {
    const { service, operation, request } = watched;
    const everything = [addressOf(watched), headersOf(watched), request.body].join('\n');
    const elsewhere = [addressOf(watched), headersOf(watched, SECRET_HEADER), request.body].join('\n');
    // A request without an operation is reported separately.
    const takesSecret = service === 'assistant' && operation?.security.flat().includes('AppSecret') !== false;
    const bearer = bearerOf(watched);
    const isIssued = bearer !== undefined && issued.has(bearer);
    const authorized = request.headers['authorization'] !== undefined;
    const found: Readonly<Record<string, boolean>> = {
      'a private key': privateKeys.some((key) => everything.includes(key)),
      "the application's secret outside its header": elsewhere.includes(appSecret),
      "the application's secret": request.headers[SECRET_HEADER] !== undefined && !takesSecret,
      'a token in the address': [...tokens].some((token) => addressOf(watched).includes(token)),
      'a token': authorized && (service === 'assistant' || (service === null && !TAKE_TOKENS.test(request.path))),
      'a token of the wallet network instead of one of the comment service':
        service === 'comment' && bearer !== undefined && !isIssued && isNetworkToken(bearer),
      'a token of the comment service': service !== 'comment' && isIssued,
    };
    return Object.keys(found).filter((what) => found[what] === true);
  }

  return {
    problems(watched) {
      const bearer = bearerOf(watched);
      if (bearer !== undefined) tokens.add(bearer);
      const problems = leaks(watched).map((what) => ({
        expected: `${nameOf(watched)}: no secret in the wrong place`,
        actual: `it contains ${what}`,
      }));
      const token = issuedBy(watched);
      if (token !== undefined) {
        tokens.add(token);
        issued.add(token);
      }
      return problems;
    },
    known: () => [...privateKeys, appSecret, ...tokens],
  };
}

/** Whether a token has the claims of one that a keystore signs: uid and sid. */
function isNetworkToken(token: string): boolean {
  return claimsOf(token)?.['sid'] !== undefined;
}
