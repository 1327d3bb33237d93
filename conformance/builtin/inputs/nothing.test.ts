import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededUuid } from '../../model/values/uuid.ts';
import { jsonReply } from '../../mutation/proxy/reply.ts';
import { rulesWith, tryMutant } from '../../mutation/trial.ts';
import { type Reference, startReference } from '../../testing/reference.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test('a server that fails on an unknown id is reported', async () => {
  const report = await tryMutant(
    reference,
    'vault',
    {
      mutation: () => (request, next) =>
        request.path.includes(seededUuid(0, 'nothing')) ? jsonReply(500, { msg: 'no such row' }) : next(request),
    },
    { selection: { operations: ['readVault'], rules: ['wire.status'] } },
  );
  expect(rulesWith(report, 'warn')).toEqual(['wire.status']);
});
