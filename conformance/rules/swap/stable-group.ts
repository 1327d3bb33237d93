/** The group seldom changes (document 2, Group information): two reads shortly after one another tell of the same. */
import type { FaultMaker } from '../../fault/fault.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import { excerpt, type JsonObject, typeName } from '../../model/json.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';

function read({ ask, scene }: Talk, operation: string, label: string) {
  return ask(callOf(operationOf(scene.api, operation), noInput, { label }));
}

/** The group, its members in an order of their own. */
function groupText({ members, public_key: key, threshold }: JsonObject): string {
  return JSON.stringify([Array.isArray(members) ? members.map(String).sort() : typeName(members), key, threshold]);
}

/** Of every other read. */
function everyOther(change: (value: unknown) => unknown, maker: (turn: typeof change) => FaultMaker): FaultMaker {
  return () => {
    let reads = 0;
    return maker((value) => {
      reads += 1;
      return reads % 2 === 0 ? change(value) : value;
    })();
  };
}

export default {
  id: 'swap.readInfo.stable',
  async check(talk, say) {
    const first = await read(talk, 'readInfo', 'first');
    // Something else in between, so that an answer that was merely kept is not the same by chance.
    await read(talk, 'listAssets', 'between');
    const group = objectAt(first, '/data');
    if (group === null) return say(blockedBy(first));
    for (const label of ['second', 'third']) {
      const exchange = await read(talk, 'readInfo', label);
      const again = objectAt(exchange, '/data');
      if (again === null) say(blockedBy(exchange));
      else if (groupText(again) === groupText(group)) say(pass);
      else {
        const expected = `the group of the read before, ${excerpt(group)}`;
        say(broken({ expected, actual: excerpt(again), pointer: '/data', exchange }));
      }
    }
  },
  faults: (at) => [
    {
      id: 'the group has a new key at every other read',
      fault: everyOther(
        (key) => `A${String(key).slice(1)}`,
        (turn) => at('readInfo').value('/data/public_key', turn),
      ),
    },
    {
      id: 'the group tells of a member less every other time',
      fault: everyOther(
        (members) => (Array.isArray(members) ? members.slice(1) : members),
        (turn) => at('readInfo').value('/data/members', turn),
      ),
    },
  ],
} satisfies OwnRule;
