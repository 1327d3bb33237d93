/** The data about swap that the input rules need in addition to its document. */
import type { InputProfile } from '@wallet-services/conformance/builtin';
import type { SuiteContext } from '@wallet-services/conformance/core';
import { exampleInput } from '@wallet-services/conformance/generate';
import { isObject, type Operation, seededUuid } from '@wallet-services/conformance/model';
import { authorizationOf } from './rules/authorization.ts';

/** Operations on a pair: any server must accept a pair that it returned itself. */
const ofPair = ['listPairStats', 'listCandles', 'listPairTransactions', 'listMyTransactions'];

/** An action without a trace_id, which belongs to the payment, and an authorization for the broker of the target. */
function bodyOf(operation: Operation, suite: SuiteContext): unknown {
  if (operation.id === 'authorizeWallet') return authorizationOf(suite) ?? undefined;
  const { body } = exampleInput(operation, 'required');
  if (operation.id !== 'createAction' || !isObject(body)) return undefined;
  const { action, amount, asset_id } = body;
  return { action, amount, asset_id };
}

const silent = {
  'query/dur': ['', 'P1D', '-24h', '0', '9007199254740991h'],
  'query/broker_id': [seededUuid(0, 'swap', 'no broker'), ''],
  'createAction body/action': ['', ',,,,'],
  'createAction body/amount': ['-1', 'much'],
  'createAction body/asset_id': ['nothing'],
};

export const swapProfile: InputProfile = {
  certain: ofPair,
  complete: async (operation, { suite }) => {
    const body = bodyOf(operation, suite);
    return body === undefined ? null : { body };
  },
  isOpen: ({ id }, { place }) => id === 'createAction' && place === 'query/broker_id',
  /**
   * Document 2: whether an action reads its broker from the query is open, and the id of a broker is withheld; one of
   * the possible lengths of dur is documented.
   */
  mayRefuse(_, { input: { query } }) {
    return query['broker_id'] !== undefined || (query['dur'] ?? '4320h') !== '4320h';
  },
  /** An amount without an asset, or the other way round, may be rejected: only both together describe a payment. */
  allowed({ id }, base) {
    const { body } = base;
    if (id !== 'createAction' || !isObject(body)) return [];
    return [{ name: 'body: the action alone', place: 'body', input: { ...base, body: { action: body['action'] } } }];
  },
  silent,
};
