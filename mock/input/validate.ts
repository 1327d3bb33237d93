/** Validates requests, instead of the part of Prism that throws at some parameters and ignores others. */
import { createRequire } from 'node:module';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest, PrismHttpComponents } from '@stoplight/prism-http';
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types';
import { bodyJudge } from './body.ts';
import { cookiesIn } from './pairs.ts';
import { type Judge, parameterJudge } from './parameters.ts';

// Prism's entry point does not export it.
const require = createRequire(import.meta.url);
const {
  validateSecurity: validateSecurityOfPrism,
  validateOutput,
}: Pick<PrismHttpComponents, 'validateSecurity' | 'validateOutput'> = require('@stoplight/prism-http/dist/validator');

export { validateOutput };

const judges = new WeakMap<IHttpOperation, Judge>();

function judgeOf(operation: IHttpOperation): Judge {
  const known = judges.get(operation);
  if (known !== undefined) return known;
  const [parameters, body] = [parameterJudge(operation), bodyJudge(operation)];
  const made: Judge = (request) => [...body(request), ...parameters(request)];
  judges.set(operation, made);
  return made;
}

/**
 * Validates the input of a request for Prism. It reads values in every style of OpenAPI, and validates them with
 * Prism's Ajv.
 */
export const validateInput: PrismHttpComponents['validateInput'] = ({ resource, element }) => {
  const [first, ...others] = judgeOf(resource)(element);
  if (first === undefined) return { _tag: 'Right', right: element };
  return { _tag: 'Left', left: [first, ...others] };
};

/** Passes Prism only the cookies that the operation's schemes name, because it mistakes the cookie `xsid` for `sid`. */
export const validateSecurity: PrismHttpComponents['validateSecurity'] = ({ resource, element }) =>
  validateSecurityOfPrism({ resource, element: withScheme(withOwnCookies(resource, element)) });

/**
 * Normalizes the case of the authentication scheme: it does not matter (RFC 9110, Authentication Scheme), except to
 * Prism.
 */
function withScheme(element: IHttpRequest): IHttpRequest {
  const authorization = element.headers?.['authorization'];
  if (authorization === undefined || !/^bearer /i.test(authorization)) return element;
  return { ...element, headers: { ...element.headers, authorization: authorization.replace(/^\w+/, 'Bearer') } };
}

function withOwnCookies({ security = [] }: IHttpOperation, element: IHttpRequest): IHttpRequest {
  const cookie = element.headers?.['cookie'];
  if (cookie === undefined) return element;
  const names = new Set(
    security.flat().flatMap((scheme) => (scheme.type === 'apiKey' && scheme.in === 'cookie' ? [scheme.name] : [])),
  );
  const own = cookiesIn(cookie).filter(([name]) => names.has(name));
  return { ...element, headers: { ...element.headers, cookie: own.map((pair) => pair.join('=')).join('; ') } };
}

/** Whether a diagnostic is an error, not only a warning. */
export function isError({ severity }: IPrismDiagnostic): boolean {
  return severity === DiagnosticSeverity.Error;
}
