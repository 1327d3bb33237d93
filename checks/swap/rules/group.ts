/** The group seldom changes (document 2, Group information): two reads in short succession agree. */

import { blockedBy, broken, type OwnRule, objectOf, pass, sendTo } from '@wallet-services/conformance/core';
import { excerpt, type JsonObject } from '@wallet-services/conformance/model';
import type { At } from '@wallet-services/conformance/mutation';

/** The group, with its members in sorted order. */
function textOf({ members, public_key: key, threshold }: JsonObject): string {
  return JSON.stringify([Array.isArray(members) ? members.map(String).sort() : members, key, threshold]);
}

/** Changes a member on every second read. */
function everyOther(at: At, member: string, change: (value: unknown) => unknown) {
  return at('readInfo').remembering<number>(async (reads, request, next) => {
    reads.value = (reads.value ?? 0) + 1;
    const changed = at('readInfo').value(`/data/${member}`, change)();
    return reads.value % 2 === 0 ? changed(request, next) : next(request);
  });
}

export default {
  id: 'swap.readInfo.stable',
  async check(ctx, report) {
    const read = (label: string) => sendTo(ctx, 'readInfo', {}, { label });
    const first = await read('first');
    // Another request is sent in between, so that the two answers are not equal only because of a cache.
    await sendTo(ctx, 'listAssets', {}, { label: 'between' });
    const group = objectOf(first);
    if (group === null) return report(blockedBy(first));
    for (const label of ['second', 'third']) {
      const exchange = await read(label);
      const again = objectOf(exchange);
      const expected = `the same group as before, ${excerpt(group)}`;
      if (again === null) report(blockedBy(exchange));
      else if (textOf(again) === textOf(group)) report(pass);
      else report(broken({ expected, actual: excerpt(again), pointer: '/data', exchange }));
    }
  },
  mutants: (at) => ({
    'the group has a new key at every other read': everyOther(at, 'public_key', (key) => `A${String(key).slice(1)}`),
    'the group has a member less every other time': everyOther(at, 'members', (members) =>
      Array.isArray(members) ? members.slice(1) : members,
    ),
  }),
} satisfies OwnRule;
