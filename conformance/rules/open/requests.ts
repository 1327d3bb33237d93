/** How requests are taken and refused where the documents leave it open. */
import { inputsOf } from '../../find/find.ts';
import { operationOf } from '../../model/api.ts';
import { type CallOptions, callOf, type Input, noInput, strayCall } from '../../model/call.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { observed, warn } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Talk } from '../rule.ts';
import { acceptance, answerForm, each, type Look } from './words.ts';

/** Asks an operation something on which the documents are silent, with inputs that this server takes. */
export async function askOpen(
  talk: Talk,
  operation: string,
  label: string,
  change: Partial<Input> = {},
  options: Partial<CallOptions> = {},
): Promise<Exchange | null> {
  const [found] = await inputsOf(talk, operation);
  const input = found?.input ?? (change.path === undefined ? null : noInput);
  if (input === null) return null;
  const merged: Input = { ...input, ...change, query: { ...input.query, ...change.query } };
  return talk.ask(callOf(operationOf(talk.scene.api, operation), merged, { label, intent: 'open', ...options }));
}

/** How a request is taken on which the documents are silent. */
export function taken(operation: string, change: Partial<Input>, options: Partial<CallOptions> = {}): Look {
  return async (talk) => {
    const exchange = await askOpen(
      talk,
      operation,
      `${operation}, ${JSON.stringify({ ...change, ...options })}`,
      change,
      options,
    );
    return exchange === null ? null : acceptance(exchange);
  };
}

/** Whether `/api` belongs to the address; where the paths answer under it and not at the address, that is the advice. */
export function baseAddress(id: string): OwnRule {
  return {
    id,
    async check({ ask, scene: { api, target } }, say) {
      const plain = api.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
      const here = plain && (await ask({ ...callOf(plain, noInput, { label: 'at the address' }), isProbe: true }));
      const isMissing = here?.outcome.kind === 'answer' && [404, 405].includes(here.outcome.status);
      const under = plain && isMissing ? await ask(strayCall(`/api${plain.path}`, 'under /api')) : undefined;
      const isThere = under?.outcome.kind === 'answer' && (isSuccess(under) || under.outcome.status === 401);
      if (under !== undefined && isThere) {
        const expected = `an address in front of ${plain?.path}: this one with /api at its end`;
        return say(
          warn({
            expected,
            actual: `nothing is at the address itself, but /api${plain?.path} is answered`,
            exchange: under,
          }),
        );
      }
      const ends = new URL(target.url).pathname.replace(/\/$/, '').endsWith('/api');
      say(observed(ends ? 'the address ends in /api' : 'the address has no /api'));
    },
  };
}

/** What becomes of a query parameter that no document names. */
export function unknownParameter(operation: string): Look {
  return async (talk) => {
    const exchange = await askOpen(talk, operation, 'an unknown parameter', { query: { unknown: 'text' } });
    if (exchange === null) return null;
    return successJson(exchange) === undefined ? `refused with ${acceptance(exchange)}` : 'ignored';
  };
}

/** The form of a refusal. */
export function refusal(operation: string, change: Partial<Input>, options: Partial<CallOptions> = {}): Look {
  return async (talk) => {
    const label = `${operation}, ${JSON.stringify({ ...change, ...options })}`;
    const exchange = await askOpen(talk, operation, label, change, options);
    return exchange === null ? null : answerForm(exchange);
  };
}

/** The form of the answer at a path that is not there. */
export const unknownPath: Look = async (talk) => answerForm(await talk.ask(strayCall('/no-such-path', 'unknown path')));

/** The members at the top of an operation's answer. */
export function topMembers(operation: string): Look {
  return async (talk) => {
    const exchange = await askOpen(talk, operation, 'members');
    const json = successJson(exchange ?? undefined);
    if (exchange === null) return null;
    return isObject(json) ? `{${Object.keys(json).sort().join(', ')}}` : acceptance(exchange);
  };
}

/** Several looks, each with its name. */
export function several(looks: Readonly<Record<string, Look>>): Look {
  return (talk) => each(Object.keys(looks), async (name) => (await looks[name]?.(talk)) ?? null);
}

/** Whether the credential of a scheme is taken as the contract sends it. */
export function transportOf(scheme: string, operation: string): Look {
  return async (talk) => {
    if (talk.scene.target.credentials[scheme] === undefined) return null;
    const exchange = await askOpen(talk, operation, 'with the credential', {}, { intent: 'valid' });
    return exchange === null ? null : `as the contract sends it: ${acceptance(exchange)}`;
  };
}
