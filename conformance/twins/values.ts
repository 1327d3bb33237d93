/** Correct servers with values, and bounds, of their own where the documents show none: one for each service. */
import { type At, together, withHeaders } from '../fault/at.ts';
import type { FaultMaker } from '../fault/fault.ts';
import { bodyOf, jsonReply } from '../fault/proxy/reply.ts';
import type { ContractService } from '../model/document/services.ts';
import { isObject, objectsOf } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { limitedRate, members } from './answers.ts';
import { described, type Twin } from './twin.ts';

const OTHER_ID = '0f0e0d0c-0b0a-4908-8706-050403020100';

const instead = (value: unknown) => () => value;

/** An amount with the other sign. */
const turned = (amount: unknown) => (String(amount).startsWith('-') ? String(amount).slice(1) : `-${String(amount)}`);

/** Takes its token in a header of another name. */
const ownHeader =
  (header: string): FaultMaker =>
  () =>
  (request, next) => {
    const token = request.headers[header];
    return next(
      withHeaders(request, { [header]: undefined, authorization: token === undefined ? undefined : `Bearer ${token}` }),
    );
  };

/** The settings that a turn overrides. */
function overrides(body: unknown): Readonly<Record<string, unknown>> {
  const found = valueAt(body, '/bot_override');
  return isObject(found) ? found : {};
}

/** Takes temperatures to 1 and middlewares with options, and nothing said of no records. */
const narrow = (at: At): FaultMaker =>
  together(
    at('createTurn').refused((asked) => {
      const { temperature = 0, middlewares } = overrides(bodyOf(asked));
      return Number(temperature) > 1 || objectsOf(middlewares).some((one) => one['options'] === undefined);
    }),
    at('createIndexes').instead((asked, next) =>
      valueAt(bodyOf(asked), '/items/0') === undefined && asked.body.includes('[]')
        ? jsonReply(200, { ts: Date.now(), data: {} })
        : next(asked),
    ),
  );

const twins: Readonly<Record<ContractService, Omit<Twin, 'id'>>> = {
  lending: {
    about: [
      ...['lending.Market.status.values', 'lending.Market.parameters', 'lending.PayResponse.url.scheme'],
      'lending.Transaction.snapshot_trace_id.records',
    ],
    choices: (at) => [
      members(/^status$/, instead(7)),
      // Of markets alone: data may tell of the same terms, and is told in bytes over RPC.
      ...['kink', 'close_factor', 'borrow_cap'].map((name) =>
        at('listMarkets').value(`/data/*/${name}`, instead('-1')),
      ),
      ...['kink', 'closeFactor', 'borrowCap'].map((name) =>
        at.rpc('AllMarkets').value(`/data/*/${name}`, instead('-1')),
      ),
      members(/^(snapshot_trace_id|snapshotTraceId)$/, instead(undefined)),
      members(/^url$/, (url) => String(url).replace(/^[\w+.-]+:/, 'another-wallet:')),
    ],
    // What these variants change is told in JSON alone.
    target: described('lending', ({ rpc }) => ({ rpc: rpc.connect === undefined ? {} : { connect: rpc.connect } })),
  },
  comment: { about: [], choices: () => [members(/^reward_strategy$/, instead(3))] },
  swap: { about: [], choices: () => [members(/^(volume_24h|fee_24h|last_price)$/, instead('0.5'))] },
  vault: {
    about: [
      ...['vault.listMyVaults.token-transport', 'vault.GroupInformation.oauth_client_id.use'],
      'vault.VaultEvent.dink.meaning',
    ],
    choices: (at) => [
      ownHeader('x-access-token'),
      members(/^oauth_client_id$/, instead(OTHER_ID)),
      at('listVaultEvents').items.each(({ dink, dart, debt, ...event }) => ({
        ...event,
        ...{ dink: turned(dink), dart: turned(dart), debt: turned(debt) },
      })),
    ],
    target: described('vault', () => ({ transport: { AccessToken: { header: 'X-Access-Token' } } })),
  },
  assistant: {
    about: [
      ...['assistant.limits.rate', 'assistant.createIndexes.partly', 'assistant.BotMiddleware.options.required'],
      'assistant.BotOverride.temperature.range',
    ],
    choices: (at) => [limitedRate(25), narrow(at)],
  },
};

/** The variant of a service. */
export function otherValues(service: ContractService): Twin {
  return { id: 'has values and bounds of its own where none is shown', ...twins[service] };
}
