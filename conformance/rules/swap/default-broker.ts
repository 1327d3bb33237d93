/** Without a broker_id the default broker shows its pairs, not the selection of the alternate one (document 2, Brokers). */
import { nobody } from '../../fault/alter.ts';
import { together, withQuery } from '../../fault/at.ts';
import { itemsOf } from '../../find/find.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, objectsOf } from '../../model/json.ts';
import { saysNothing } from '../../model/same.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { assetsOf, brokers, isUuid, keysOf, namesBroker, type Summary, summaryOf } from './brokers.ts';

function sameKeys(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}

/** Pairs that are traded, and that the tickers show. */
async function traded(talk: Talk): Promise<readonly string[]> {
  const call = callOf(operationOf(talk.scene.api, 'listTickers'), noInput, { label: 'tickers' });
  const tickers = objectsOf(Object.values(objectAt(await talk.ask(call), '/data') ?? {}));
  const shown = keysOf(tickers.map(({ base_id, quote_id }) => ({ base_asset_id: base_id, quote_asset_id: quote_id })));
  const recent = (await itemsOf(talk, 'listTransactions')).map(({ base_asset_id, quote_asset_id }) => ({
    base_asset_id,
    quote_asset_id,
  }));
  return [...keysOf(recent)].filter((key) => shown.has(key));
}

/** The brokers may show the same. That it is the alternate one that answers shows in what it leaves out. */
async function signOfAlternate(talk: Talk, standard: Summary, alternate: Summary): Promise<string | null> {
  const shown = keysOf(standard.pairs);
  const hasIds = standard.pairs.every((pair) => isUuid(pair['base_asset_id']) && isUuid(pair['quote_asset_id']));
  if (shown.size === 0 || !hasIds || !sameKeys(shown, keysOf(alternate.pairs))) return null;
  const assets = assetsOf(standard);
  if (assets.size > 0 && sameKeys(assets, assetsOf(alternate))) return 'those of the alternate broker, with whitelists';
  const lost = (await traded(talk)).find((key) => !shown.has(key));
  return lost === undefined ? null : `those of the alternate broker; ${lost}, which is traded, is missing`;
}

const defaultBroker: OwnRule = {
  id: 'swap.listPairs.default-broker',
  async check(talk, say) {
    const { standard: exchange, alternate: other } = await brokers(talk);
    const expected = 'the pairs of the default broker';
    if (!isSuccess(exchange) && exchange.outcome.kind === 'answer') {
      return say(broken({ expected, actual: outcomeText(exchange), about: 'broker', exchange }));
    }
    const standard = summaryOf(exchange);
    const alternate = other === null ? null : summaryOf(other);
    if (standard === null) return say(blockedBy(exchange));
    const actual = alternate === null ? null : await signOfAlternate(talk, standard, alternate);
    say(actual === null ? pass : broken({ expected, actual, pointer: '/data/pairs', exchange }));
  },
  faults: (at) => {
    const pairs = at('listPairs');
    /** Whoever names no broker is shown what the one before him asked for. */
    const sticky = pairs.remembering<string>((kept, asked, next) => {
      if (namesBroker(asked)) kept.value = asked.query.get('broker_id') ?? undefined;
      return next(withQuery(asked, { broker_id: kept.value }));
    });
    return [
      { id: 'the pairs want a broker_id', fault: pairs.refused((asked) => !namesBroker(asked)) },
      { id: 'the alternate broker answers where none is named', fault: sticky },
      {
        id: 'the default broker shows the selection of the alternate one',
        fault: together(
          pairs.value('/data/whitelists', (value, asked) => (namesBroker(asked) ? value : undefined)),
          sticky,
        ),
      },
    ];
  },
};

const noWhitelists: OwnRule = {
  id: 'swap.listPairs.whitelists-absent',
  async check(talk, say) {
    const { standard: exchange } = await brokers(talk);
    const standard = summaryOf(exchange);
    if (standard === null) return say(blockedBy(exchange));
    const { whitelists: list } = standard;
    if (list === null || saysNothing(list.value)) return say(pass);
    const expected = 'no whitelists without a broker_id';
    say(broken({ expected, actual: excerpt(list.value), pointer: list.pointer, exchange }));
  },
  faults: (at) => [
    {
      id: 'whitelists come without a broker, too',
      fault: at('listPairs').value('/data/whitelists', (list, asked) => (namesBroker(asked) ? list : [nobody.uuid])),
    },
  ],
};

export default [defaultBroker, noWhitelists];
