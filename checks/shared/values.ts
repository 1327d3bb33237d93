/** A conforming variant for each service, with other values and bounds where the documents show none. */
import { described, type Variant } from '@wallet-services/conformance/core';
import { type ContractService, objectsOf, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  bodyOf,
  jsonReply,
  type MatchedRequest,
  type Mutation,
  sentIn,
  together,
  withHeaders,
} from '@wallet-services/conformance/mutation';
import { limitedRate, members } from './answers.ts';
import { overConnect } from './over-connect.ts';

const OTHER_ID = '0f0e0d0c-0b0a-4908-8706-050403020100';

const instead = (value: unknown) => () => value;

/** An amount with the other sign. */
const turned = (amount: unknown) => (String(amount).startsWith('-') ? String(amount).slice(1) : `-${String(amount)}`);

/** Reads its token from a header with another name. */
const ownHeader =
  (header: string): Mutation =>
  () =>
  (request, next) => {
    const token = request.headers[header];
    return next(
      withHeaders(request, { [header]: undefined, authorization: token === undefined ? undefined : `Bearer ${token}` }),
    );
  };

/** Whether a turn has a temperature above 1, or a middleware without options. */
export function isBeyond(request: MatchedRequest): boolean {
  const { temperature = 0, middlewares } = Object(sentIn(request)['bot_override']);
  return Number(temperature) > 1 || objectsOf(middlewares).some(({ options }) => options === undefined);
}

/** Accepts temperatures up to 1 and middlewares with options, and answers an empty list of records with empty data. */
const narrow = (at: At): Mutation =>
  together(
    at('createTurn').refused(isBeyond),
    at('createIndexes').instead((request, next) =>
      valueAt(bodyOf(request), '/items/0') === undefined && request.body.includes('[]')
        ? jsonReply(200, { ts: Date.now(), data: {} })
        : next(request),
    ),
  );

const variants: Readonly<Partial<Record<ContractService, Omit<Variant, 'id'>>>> = {
  lending: {
    about: [
      'lending.Market.status.values',
      'lending.Market.parameters',
      'lending.PayResponse.url.scheme',
      'lending.Transaction.snapshot_trace_id.records',
    ],
    choices: (at) => [
      members(/^status$/, instead(7)),
      // Only in markets: data may have the same terms, and has them in bytes over RPC.
      ...['kink', 'close_factor', 'borrow_cap'].map((name) =>
        at('listMarkets').value(`/data/*/${name}`, instead('-1')),
      ),
      ...['kink', 'closeFactor', 'borrowCap'].map((name) =>
        at.rpc('AllMarkets').value(`/data/*/${name}`, instead('-1')),
      ),
      members(/^(snapshot_trace_id|snapshotTraceId)$/, instead(undefined)),
      members(/^url$/, (url) => String(url).replace(/^[\w+.-]+:/, 'another-wallet:')),
    ],
    target: overConnect,
  },
  comment: { about: [], choices: () => [members(/^reward_strategy$/, instead(3))] },
  swap: { about: [], choices: () => [members(/^(volume_24h|fee_24h|last_price)$/, instead('0.5'))] },
  vault: {
    about: [
      'vault.listMyVaults.token-transport',
      'vault.GroupInformation.oauth_client_id.use',
      'vault.VaultEvent.dink.meaning',
    ],
    choices: (at) => [
      ownHeader('x-access-token'),
      members(/^oauth_client_id$/, instead(OTHER_ID)),
      at('listVaultEvents').items.each(({ dink, dart, debt, ...event }) => ({
        ...event,
        dink: turned(dink),
        dart: turned(dart),
        debt: turned(debt),
      })),
    ],
    target: described('vault', () => ({ transport: { AccessToken: { header: 'X-Access-Token' } } })),
  },
  assistant: {
    about: [
      'assistant.limits.rate',
      'assistant.createIndexes.partly',
      'assistant.BotMiddleware.options.required',
      'assistant.BotOverride.temperature.range',
    ],
    choices: (at) => [limitedRate(25), narrow(at)],
  },
};

/** The variant of a service. */
export function otherValues(service: ContractService): Variant {
  return {
    id: 'has values and bounds of its own where none is shown',
    about: [],
    choices: () => [],
    ...variants[service],
  };
}
