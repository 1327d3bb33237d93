/** The rejection of a request because of its violations. */
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpOperation } from '@stoplight/types';

/** The status of a rejection: 401 first, 415 for the media type of a body, 422 for anything else. */
export function statusOf(faults: readonly IPrismDiagnostic[]): 401 | 404 | 415 | 422 {
  const has = (code: number) => faults.some((fault) => Number(fault.code) === code);
  if (has(401)) return 401;
  // No resource has such an id in its path.
  if (faults.every(({ code, path = [] }) => code === 'exact' && path[0] === 'path')) return 404;
  return has(415) ? 415 : 422;
}

const MESSAGES = {
  404: 'there is nothing with this id',
  401: 'the credential is missing or of the wrong kind',
  415: 'the body is of a media type that the operation does not take',
  422: 'the request is not as the document says',
} as const;

/** Largest number of reasons in a message. */
const MOST_REASONS = 5;

/** The violations as one text for people. */
export function reasonsOf(faults: readonly IPrismDiagnostic[]): string {
  const reasons = [...new Set(faults.map(({ message }) => message))];
  const more = reasons.length > MOST_REASONS ? [`${reasons.length - MOST_REASONS} more`] : [];
  return [...reasons.slice(0, MOST_REASONS), ...more].join('; ');
}

/** A rejection for which the document has no response. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly faults: readonly IPrismDiagnostic[];

  /** The required credentials, for `WWW-Authenticate`; empty unless the credential is the problem. */
  readonly challenge: string;

  constructor(status: keyof typeof MESSAGES, faults: readonly IPrismDiagnostic[], operation: IHttpOperation) {
    super(MESSAGES[status]);
    this.status = status;
    this.faults = faults;
    this.challenge = status === 401 ? challengeOf(operation) : '';
  }
}

/**
 * The header `WWW-Authenticate` for the 401 of an operation (RFC 9110); the same as in the sandbox.
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
