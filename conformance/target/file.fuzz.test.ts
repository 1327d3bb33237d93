import { readFile } from 'node:fs/promises';
import { UsageError } from '@wallet-services/kit/errors';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openContract } from '../run/contract.ts';
import { parseTarget } from './file.ts';

const contract = openContract();
const SECRET = 'a-secret-of-the-environment';

const whole = await readFile(new URL(import.meta.resolve('@wallet-services/checks/testing/reference.yaml')), 'utf8');

const piece = fc.constantFrom(
  'services:',
  '  lending:',
  '    url: ',
  'http://127.0.0.1:1',
  '"\x24{TOKEN}"',
  '${',
  '&a',
  '*a',
  '<<: *a',
  '- ',
  '{',
  '}',
  '[',
  '!!binary x',
  '? ',
  ': ',
  '|',
  '>',
  '\n',
  '\t',
  '#',
  '---',
  '%YAML 1.1',
  'null',
  '1e999',
  '\u0000',
  '__proto__: {}',
);
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(' '));
const damaged = fc
  .tuple(fc.nat(whole.length), fc.nat(30), fc.oneof(soup, fc.string()))
  .map(([at, count, instead]) => whole.slice(0, at) + instead + whole.slice(at + count));

it('reads a target file, or rejects it in a sentence, without a secret', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, soup, fc.string()), async (yaml) => {
      try {
        const { services } = await parseTarget(yaml, 'target.yaml', { TOKEN: SECRET }, contract);
        for (const one of Object.values(services)) expect(one?.url).toMatch(/^https?:/);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as UsageError).message).not.toContain(SECRET);
      }
    }),
  );
});
