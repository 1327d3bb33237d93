/** A request that is rejected for its violations. */
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpOperation } from '@stoplight/types';

/** The status of a refusal: 401 before all else, 415 for the media type of a body, 422 for any other thing. */
export function statusOf(faults: readonly IPrismDiagnostic[]): 401 | 404 | 415 | 422 {
  const has = (code: number) => faults.some((fault) => Number(fault.code) === code);
  if (has(401)) return 401;
  // Nothing has such an id in its address.
  if (faults.every(({ code, path = [] }) => code === 'exact' && path[0] === 'path')) return 404;
  return has(415) ? 415 : 422;
}

const MESSAGES = {
  404: 'there is nothing with this id',
  401: 'the credential is missing or of the wrong kind',
  415: 'the body is of a media type that the operation does not take',
  422: 'the request is not as the document says',
} as const;

/** Reasons that are given at once. */
const MOST_REASONS = 5;

/** The violations, in one text for people. */
export function reasonsOf(faults: readonly IPrismDiagnostic[]): string {
  const reasons = [...new Set(faults.map(({ message }) => message))];
  const more = reasons.length > MOST_REASONS ? [`${reasons.length - MOST_REASONS} more`] : [];
  return [...reasons.slice(0, MOST_REASONS), ...more].join('; ');
}

/** A refusal that the document shows no response for. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly faults: readonly IPrismDiagnostic[];

  /** The credentials to present; empty unless the credential is the problem. */
  readonly challenge: string;

  constructor(status: keyof typeof MESSAGES, faults: readonly IPrismDiagnostic[], operation: IHttpOperation) {
    super(MESSAGES[status]);
    this.status = status;
    this.faults = faults;
    this.challenge = status === 401 ? challengeOf(operation) : '';
  }
}

/**
 * The header `WWW-Authenticate` of an operation's 401, which RFC 9110 requires there; the same as the sandbox sends.
 */
export function challengeOf({ security = [] }: IHttpOperation): string {
  const challenges = security.flat().map((scheme) => {
    if (scheme.type === 'http') return scheme.scheme === 'basic' ? 'Basic realm="mock"' : capitalised(scheme.scheme);
    return scheme.type === 'apiKey' ? 'ApiKey' : 'Bearer';
  });
  return [...new Set(challenges)].join(', ') || 'Bearer';
}

function capitalised(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}
