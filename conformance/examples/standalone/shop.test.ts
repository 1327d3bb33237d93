/** What the shop declares, in short form: checked on its server, on faulty ones, and proposed from the server alone. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { bareService } from '../../model/target.ts';
import { declaredMutants } from '../../mutation/declared.ts';
import { behind, type Fault, type Handler } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { proposeFor } from '../../propose/command.ts';
import type { Contract } from '../../run/contract.ts';
import { contractFor } from '../../run/document.ts';
import { everything } from '../../run/selection.ts';
import { runSuite } from '../../run/suite.ts';
import { forgetful } from '../../testing/rediscovered.ts';
import { shop } from './shop.ts';

vi.setConfig({ testTimeout: PATIENCE });

const path = fileURLToPath(new URL('shop.yaml', import.meta.url));
const FAMILIES = /\.(conditional|idempotent|sorted|invariant)\./;

async function withServer<Result>(handler: Handler, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = await start(handler);
  try {
    return await use(server.origin);
  } finally {
    await server.close();
  }
}

const contract: Promise<Contract> = contractFor({ document: path });

/** The verdicts on rules, by their ids. */
async function checked(rules: readonly string[] = [], fault?: Fault): Promise<ReadonlyMap<string, string>> {
  return withServer(fault === undefined ? shop() : behind(fault, shop()), async (url) => {
    const target = { services: { shop: { ...bareService(url), settleMs: 0 } }, allowInconclusive: [] };
    const options = { contract: await contract, reproduce: false, selection: { ...everything, rules } };
    const { services } = await runSuite(target, options);
    return new Map(services.flatMap(({ checks }) => checks.map(({ rule, verdict }) => [rule, verdict] as const)));
  });
}

test('a shop that does what its document says passes', async () => {
  const verdicts = [...(await checked())];
  expect(verdicts.filter(([, verdict]) => ['fail', 'warn', 'harness-error'].includes(verdict))).toEqual([]);
  expect(verdicts.filter(([rule, verdict]) => FAMILIES.test(rule) && verdict !== 'pass')).toEqual([]);
  // Its writes need a tag, which checks of other families send as well.
  expect(Object.fromEntries(verdicts)).toMatchObject({ 'shop.changeProduct.echoes.name': 'pass' });
});

const mutants = declaredMutants((await (await contract).service('shop')).api).filter(({ kills }) =>
  FAMILIES.test(kills),
);

describe('a shop that does otherwise fails', () => {
  test.each(mutants)('$id', async ({ kills, mutation }) => {
    expect((await checked([kills], mutation())).get(kills)).toBe('fail');
  });
});

describe('from the server alone', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the same is proposed', async () => {
    const [document, overlay] = ['shop.json', 'proposed.yaml'].map((name) => join(folder, name));
    await writeFile(document ?? '', JSON.stringify(forgetful(parse(await readFile(path, 'utf8')))));
    await withServer(shop(), (url) => {
      const given = { document: document ?? '', overlay: overlay ?? '', allowWrites: true, timeoutMs: PATIENCE };
      return proposeFor({ ...given, url }, () => undefined);
    });
    const { actions } = parse(await readFile(overlay ?? '', 'utf8'));
    const proposed: readonly (readonly [string, object])[] = actions.flatMap(({ target, update }: never) =>
      (update['x-behaviour'] as readonly object[]).map((one) => [target, one] as const),
    );
    const of = (family: string) =>
      proposed.filter(([, one]) => 'family' in one && one.family === family).map(([at, one]) => [at, one]);
    const orders = ['name', 'price'].flatMap((member) => [
      { member, direction: 'ascending', when: { parameter: 'sort', value: member } },
      { member, direction: 'descending', when: { parameter: 'sort', value: `-${member}` } },
    ]);
    expect(of('sorted')).toEqual(
      orders.map((one) => ["$.paths['/products'].get", { family: 'sorted', ...one, level: 'should' }]),
    );
    expect(of('idempotent')).toEqual([
      [
        "$.paths['/products'].post",
        { family: 'idempotent', header: 'Idempotency-Key', conflict: true, level: 'should' },
      ],
    ]);
    expect(of('conditional')).toEqual([
      ["$.paths['/products/{id}'].get", { family: 'conditional', level: 'should' }],
      [
        "$.paths['/products/{id}'].put",
        { family: 'conditional', read: 'readProduct', required: true, level: 'should' },
      ],
      ["$.paths['/products/{id}'].delete", { family: 'conditional', read: 'readProduct', level: 'should' }],
    ]);
  });
});
