/** A repeated request with the same key is done once: `idempotent`. */
import type { CheckContext } from '../../core/context.ts';
import type { Family, ReportAspect } from '../../core/family.ts';
import {
  blockedBy,
  broken,
  inconclusive,
  inputsHint,
  type Judgement,
  judgeRefused,
  noInputFor,
  pass,
} from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { freshBody } from '../../discovery/texts.ts';
import { fresh } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { type Input, withHeader } from '../../model/input.ts';
import { excerpt, sameJson } from '../../model/values/json.ts';
import { seededUuid } from '../../model/values/uuid.ts';
import { isDenied } from '../unknown.ts';
import { idempotentCandidates } from './candidates.ts';
import { headerOf, type Idempotent, madeBy, payloadIn } from './declared.ts';
import { idempotentMutants } from './mutants.ts';
import { judgeOnce } from './once.ts';

const ASPECTS = ['same', 'anew', 'other-body'];

/** Judges a request that was sent again as it was. */
async function judgeSame(
  ctx: CheckContext,
  declared: Idempotent,
  input: Input,
  [first, again]: readonly [Exchange, Exchange],
): Promise<readonly Judgement[]> {
  const { api } = ctx.suite;
  if (!isSuccess(again) && !isDenied(again)) return [blockedBy(again)];
  const [was, now] = [first, again].map((one) => payloadIn(api, declared, one));
  const shown = { about: 'same', exchange: again, other: first };
  if (!isSuccess(again))
    return [broken({ expected: 'the first answer, as the key is the same', actual: outcomeText(again), ...shown })];
  if (!sameJson(was, now))
    return [broken({ expected: `${excerpt(was)}, as was answered first`, actual: excerpt(now), ...shown })];
  const once = await judgeOnce(ctx, declared, input);
  return once === null ? [pass] : [once];
}

/** Judges the same request under another key. */
function judgeAnew(
  { suite: { api } }: CheckContext,
  declared: Idempotent,
  first: Exchange,
  other: Exchange,
): Judgement {
  const header = headerOf(declared);
  const hintOmit = 'omit the aspect anew, if what is made must be unique';
  if (isDenied(other))
    return inconclusive(`${declared.operation} rejects the same request under another key`, hintOmit);
  if (!isSuccess(other)) return blockedBy(other);
  const [was, now] = [first, other].map((one) => madeBy(api, declared, one));
  if (was === null || now === null) {
    const hint = `declare what ${declared.operation} makes (read-back)`;
    const isOther = !sameJson(payloadIn(api, declared, first), payloadIn(api, declared, other));
    return isOther ? pass : inconclusive('the answer does not show what was made', hint);
  }
  if (was !== now) return pass;
  const expected = `another one than ${was}, as ${header} is another`;
  return broken({ expected, actual: excerpt(now), about: 'anew', exchange: other, other: first });
}

async function check(declared: Idempotent, ctx: CheckContext, report: ReportAspect): Promise<void> {
  const { operation: id } = declared;
  const { seed, run } = ctx.suite;
  const undecided = (judgement: Judgement) => {
    for (const aspect of ASPECTS) report(aspect, judgement);
  };
  const found = await fresh(ctx, id, { name: `${id}, by a key` });
  if (found === null) return undecided(inconclusive(noInputFor(id), inputsHint(id)));
  const { input } = found;
  const key = (name: string) => seededUuid(seed, run, id, 'a key', name);
  const sendWith = (name: string, label: string, one = input) =>
    send(ctx, id, withHeader(one, headerOf(declared), key(name)), label);
  const first = await sendWith('first', 'send');
  if (!isSuccess(first)) return undecided(blockedBy(first));
  const again = await sendWith('first', 'send again');
  report('same', ...(await judgeSame(ctx, declared, input, [first, again])));
  const operation = operationOf(ctx.suite.api, id);
  const body = freshBody(ctx.suite, operation, input.body, id, 'another body');
  if (sameJson(body, input.body)) {
    const hint = 'declare the members of its body that are returned as they were sent (echoes)';
    report('other-body', inconclusive(`the suite knows no other body that ${id} accepts`, hint));
  } else {
    const other = await sendWith('first', 'send another body', { ...input, body });
    report('other-body', judgeRefused(other, 'another body under the same key'));
  }
  report('anew', judgeAnew(ctx, declared, first, await sendWith('second', 'send with another key')));
}

export default {
  name: 'idempotent',
  // What is made would be in lists that other checks read meanwhile.
  alone: () => true,
  check,
  candidates: idempotentCandidates,
  mutants: idempotentMutants,
} satisfies Family<Idempotent>;
