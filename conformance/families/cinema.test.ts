/** Every family on an API that the suite knows nothing of: each faulty server of its declarations is detected. */
import { randomInt } from 'node:crypto';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Judgement } from '../core/judgement.ts';
import type { Mutant } from '../core/mutant.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Exchange } from '../model/exchange.ts';
import { mutationsAt } from '../mutation/language/at.ts';
import { behind, type Handler } from '../mutation/proxy/reply.ts';
import { hold } from '../run/cases.ts';
import { suiteContextOf } from '../run/context.ts';
import { judgeCase } from '../run/judge/judge.ts';
import { api, type Cinema, contract, declarations, openCinema, remembering, service } from '../testing/cinema.ts';
import { sendingOf } from '../testing/small-server.ts';
import { conversationOf, familyOf, rulesOfDeclaration } from './index.ts';

const families = [...new Set(declarations.map(({ family }) => family))].sort();

let cinema: Cinema;
let handler: Handler;
beforeAll(async () => {
  cinema = await openCinema();
  // All faulty servers share the one behind.
  handler = remembering(cinema.handler, (method) => method !== 'GET');
}, PATIENCE);
afterAll(() => cinema?.close());

type Verdicts = ReadonlyMap<string, readonly Judgement['verdict'][]>;

/** The verdicts on the rules of a declaration, by aspect, and what was sent. */
async function tried(declared: Declaration, fault?: Pick<Mutant, 'mutation' | 'operation'>) {
  const { target } = cinema;
  const suite = await suiteContextOf(contract, { service, target, signIn: {}, seed: randomInt(2 ** 31), fuzz: 0 });
  const send = sendingOf(suite, fault === undefined ? handler : behind(fault.mutation(), handler));
  const others = fault?.operation === undefined ? [] : declarations.filter((one) => one.operation === fault.operation);
  const verdicts = new Map<string, Judgement['verdict'][]>();
  const exchanges: Exchange[] = [];
  for (const one of [declared, ...others]) {
    const conversation = conversationOf(one, api);
    if (conversation === null) continue;
    const finished = await hold(conversation, send, suite);
    if (finished.error !== null) throw finished.error;
    exchanges.push(...finished.exchanges);
    const { judgements } = judgeCase(finished, rulesOfDeclaration(declared, api), suite);
    for (const { id, aspect } of declared.rules) {
      const found = (judgements.get(id) ?? []).map(({ judgement }) => judgement.verdict);
      verdicts.set(aspect, [...(verdicts.get(aspect) ?? []), ...found]);
    }
  }
  return { verdicts: verdicts as Verdicts, exchanges, suite };
}

const isBroken = (verdict: Judgement['verdict']) => verdict === 'broken' || verdict === 'warn';

/** The beginning of the traffic, in milliseconds since the epoch. */
const BEGINNING = 1_763_690_400_000;

/** The aspects that traffic alone breaks. */
function followed(declared: Declaration, { exchanges, suite }: Awaited<ReturnType<typeof tried>>): readonly string[] {
  const broken = new Set<string>();
  const follow = familyOf(declared)?.follow?.(declared, suite);
  for (const [index, exchange] of exchanges.entries()) {
    const at = BEGINNING + index * 10;
    follow?.({ exchange, caller: 'ada', signed: true, user: null, began: at - 1, at }, (aspect, ...judgements) => {
      if (judgements.some(({ verdict }) => isBroken(verdict))) broken.add(aspect);
    });
  }
  return [...broken];
}

/** One of several declarations with the same members, of the same kinds. */
function distinct(own: readonly Declaration[]): readonly Declaration[] {
  const kindOf = ({ rules, ...members }: Declaration) => [
    ...Object.keys(members).sort(),
    ...['by', 'need'].map((name) => Reflect.get(members, name)),
    ...rules.map(({ aspect }) => aspect),
  ];
  return [...new Map(own.map((one) => [kindOf(one).join(), one])).values()];
}

/** The aspects of each family that fail over traffic alone, with a faulty server in front. */
const inTraffic: Readonly<Record<string, readonly string[]>> = {
  'chosen-by': ['header-wins', 'in-header', 'in-query', 'required'],
  limited: ['filled'],
  'one-of': ['listed'],
  paged: ['continues', 'first'],
  'read-back': ['readable'],
  'required-when': ['companion'],
};

describe.each(families)('%s', (family) => {
  const own = declarations.filter((one) => one.family === family);

  test('passes a correct server', async () => {
    for (const declared of own) {
      const trial = await tried(declared);
      for (const [aspect, verdicts] of trial.verdicts) {
        expect(verdicts.filter(isBroken), `${declared.operation} ${aspect}`).toEqual([]);
        expect(verdicts, `${declared.operation} ${aspect}`).toContain('pass');
      }
      expect(followed(declared, trial)).toEqual([]);
    }
  });

  test('detects each faulty server', async () => {
    const missed: string[] = [];
    const noticed = new Set<string>();
    for (const declared of distinct(own)) {
      const aspects = new Set(declared.rules.map(({ aspect }) => aspect));
      const mutants = familyOf(declared)?.mutants(declared, mutationsAt(api)) ?? [];
      for (const mutant of mutants.filter(({ kills }) => aspects.has(kills))) {
        const trial = await tried(declared, mutant);
        if (!trial.verdicts.get(mutant.kills)?.some(isBroken)) missed.push(mutant.id);
        if (followed(declared, trial).includes(mutant.kills)) noticed.add(mutant.kills);
      }
    }
    expect(missed).toEqual([]);
    expect([...noticed].sort()).toEqual(inTraffic[family] ?? []);
  });
});

test('what may be declared follows from the answers', async () => {
  const exchanges: Exchange[] = [];
  for (const declared of declarations) exchanges.push(...(await tried(declared)).exchanges);
  const found = families.flatMap((name) =>
    (familyOf({ family: name })?.candidates?.({ api, exchanges }) ?? []).map(
      ({ operation, members }) => `${operation ?? 'cinema'} ${name} ${JSON.stringify(members)}`,
    ),
  );
  const lines = `${found.sort().join('\n')}\n`;
  await expect(lines).toMatchFileSnapshot('../examples/cinema/candidates.txt');
});
