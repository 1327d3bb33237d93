/** Compares the faulty servers that proposals notice with those that the declarations of a person notice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { familyOf, ruleIdOf } from '../families/index.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { normalised } from '../model/document/normalised.ts';
import { bareService, type ServiceTarget } from '../model/target.ts';
import type { JsonObject } from '../model/values/json.ts';
import { mutationsAt } from '../mutation/language/at.ts';
import { contractOf } from '../run/contract.ts';
import { everything } from '../run/selection.ts';
import { openClient } from '../run/send/client.ts';
import { type Exercised, exercise } from '../run/service.ts';
import { forgetful, isObservable } from '../testing/rediscovered.ts';
import { supposing } from './document.ts';
import { liveTrial } from './live.ts';
import { isCaught } from './played.ts';
import { propose } from './propose.ts';

/** The required share of the faulty servers. */
const CAUGHT = 0.8;

const cinemaAt = (name: string) => fileURLToPath(new URL(`../examples/cinema/${name}`, import.meta.url));
const limits = { timeoutMs: 10_000, maxBytes: 2 ** 23 };

let cinema: ChildProcess;
let target: ServiceTarget;
beforeAll(async () => {
  cinema = spawn('python3', [cinemaAt('server.py'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (cinema.stdout === null) throw new Error('the cinema prints nothing');
  const [url] = await once(createInterface(cinema.stdout), 'line');
  target = { ...bareService(url), credentials: { Card: 'card-of-ada', DeskKey: 'key-of-the-desk' } };
}, PATIENCE);
afterAll(() => void cinema?.kill());

/** Runs the rules with some ids, and keeps the exchanges. */
async function exercised(document: OpenApiDocument, ids: readonly string[]) {
  const contract = contractOf(document);
  const [service = ''] = contract.services;
  return exercise({
    service,
    contract,
    target,
    signIn: {},
    readOnly: false,
    reproduce: false,
    keepTraces: true,
    seed: 1,
    fuzz: 0,
    limits,
    concurrency: 4,
    signal: undefined,
    secrets: [],
    selection: { ...everything, rules: ids },
    allows: () => false,
    notify: () => undefined,
  });
}

function serverOf({ suite, target: own, leftOut }: Exercised) {
  const client = openClient(suite.api, own, null, { limits, concurrency: 4, leftOut });
  return { ...client, readOnly: false };
}

test('proposals notice most faulty servers that the declarations of a person notice', {
  timeout: 2 * PATIENCE,
}, async () => {
  const document = normalised(parse(await readFile(cinemaAt('openapi.yaml'), 'utf8')));
  const forgotten = normalised(forgetful(document) as JsonObject);
  const trial = liveTrial({ document: forgotten, target, signIn: {}, readOnly: false, timeoutMs: limits.timeoutMs });
  const { proposals } = await propose(trial);
  const { api } = supposing(document, []);
  const own = api.declarations.filter(isObservable);
  const idsOf = (all: readonly Declaration[]) => all.flatMap(({ rules }) => rules.map(({ id }) => id));
  const supposed = supposing(forgotten, proposals).api;
  const byPerson = await exercised(document, idsOf(own));
  const byProposals = await exercised(supposed.document, idsOf(supposed.declarations));
  const [before, after] = [serverOf(byPerson), serverOf(byProposals)];
  const missed: string[] = [];
  let all = 0;
  for (const declared of own) {
    for (const mutant of familyOf(declared)?.mutants(declared, mutationsAt(api)) ?? []) {
      const rules = byPerson.rules.filter(({ id }) => id === ruleIdOf(declared, mutant.kills));
      if (mutant.target !== undefined || !(await isCaught(mutant, byPerson, rules, before))) continue;
      all += 1;
      if (!(await isCaught(mutant, byProposals, byProposals.rules, after))) missed.push(mutant.id);
    }
  }
  before.close();
  after.close();
  expect(all).toBeGreaterThan(0);
  expect(1 - missed.length / all, `missed: ${missed.join('; ')}`).toBeGreaterThanOrEqual(CAUGHT);
});
