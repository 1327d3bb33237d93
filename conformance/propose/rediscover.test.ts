/** Compares the declarations of the services and the cinema with the proposals from their servers alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ApiModel, buildApi } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { normalised } from '../model/document/normalised.ts';
import { serviceNames } from '../model/document/services.ts';
import { bareService, type ServiceTarget } from '../model/target.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { judged } from '../testing/read-as-true.ts';
import { forgetful, isDeclared, isObservable, isRediscovered, type Stated } from '../testing/rediscovered.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { supposing } from './document.ts';
import { liveTrial } from './live.ts';
import { propose } from './propose.ts';

/** The required share of observable declarations that are proposed again, and of proposals that are true. */
const RECALL = 0.85;
const PRECISION = 0.95;

const cinemaAt = (name: string) => fileURLToPath(new URL(`../examples/cinema/${name}`, import.meta.url));

let reference: Reference;
let cinema: ChildProcess;
let url = '';
beforeAll(async () => {
  reference = await startReference();
  cinema = spawn('python3', [cinemaAt('server.py'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (cinema.stdout === null) throw new Error('the cinema prints nothing');
  [url] = await once(createInterface(cinema.stdout), 'line');
}, PATIENCE);
afterAll(async () => {
  cinema?.kill();
  await reference?.close();
});

/** A token of the comment service, which has a sign-in of its own. */
async function commentToken({ url: base, known }: ServiceTarget): Promise<string> {
  const body = JSON.stringify({ method: 'mixin_token', mixin_token: known['oauth_token'] });
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const json: unknown = await answer.json();
  const data = isObject(json) && isObject(json['data']) ? json['data'] : {};
  return String(data['access_token']);
}

interface Subject {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly target: ServiceTarget;
}

async function subjects(): Promise<readonly Subject[]> {
  const services = serviceNames.map(async (name): Promise<Subject> => {
    const text = await readFile(new URL(import.meta.resolve(`@wallet-services/contract/openapi/${name}.json`)), 'utf8');
    const target = reference.target.services[name] ?? bareService('');
    const token: Readonly<Record<string, string>> =
      name === 'comment' ? { CommentToken: await commentToken(target) } : {};
    const credentials = { ...target.credentials, ...token };
    return { name, document: normalised(JSON.parse(text)), target: { ...target, rpc: {}, credentials } };
  });
  const document = normalised(parse(await readFile(cinemaAt('openapi.yaml'), 'utf8')));
  const credentials = { Card: 'card-of-ada', DeskKey: 'key-of-the-desk' };
  return [...(await Promise.all(services)), { name: 'cinema', document, target: { ...bareService(url), credentials } }];
}

interface Found {
  readonly api: ApiModel;
  readonly proposals: readonly Stated[];
}

async function rediscovered({ name, document, target }: Subject): Promise<Found> {
  const forgotten = normalised(forgetful(document) as JsonObject);
  const signIn = reference.target.signIn ?? {};
  const trial = liveTrial({ document: forgotten, target, signIn, readOnly: false, timeoutMs: PATIENCE });
  const { proposals } = await propose(trial);
  const { declarations } = supposing(forgotten, proposals).api;
  return { api: buildApi(name, document, { rules: [], questions: [] }), proposals: declarations };
}

/** What a proposal is: said by the documents, left open by them but true of the server, or false. */
const judgementOf = (one: Stated, api: ApiModel) =>
  one.family === 'list' || isDeclared(one, api) ? 'said' : judged(one);

/** The numbers of a family for the table: declared, found again, proposed, said, open, false. */
function lineOf(family: string, all: readonly Found[]): string {
  const own = all.flatMap(({ api, proposals }) =>
    api.declarations.filter((one) => one.family === family).map((one) => isRediscovered(one, proposals)),
  );
  const proposed = all.flatMap(({ api, proposals }) =>
    proposals.filter((one) => one.family === family).map((one) => judgementOf(one, api)),
  );
  const judgements = (['said', 'open', 'false'] as const).map((name) => proposed.filter((one) => one === name).length);
  const numbers = [own.length, own.filter(Boolean).length, proposed.length, ...judgements];
  return `| \`${family}\` | ${numbers.join(' | ')} |`;
}

/** The table of the documentation, which this test writes where `UPDATE_RESULTS` is set. */
const results = new URL('RESULTS.md', import.meta.url);

interface Shares {
  readonly recall: number;
  readonly precision: number;
  readonly stated: number;
}

function tableOf(families: readonly string[], all: readonly Found[], { recall, precision, stated }: Shares): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return `# Forget and rediscover

The declarations of the five services and of [the cinema](../examples/cinema) were taken away; then \`npm run propose --
--allow-writes\` proposed some from servers that conform. ${percent(recall)} of the declarations of these families were
found again, and ${percent(precision)} of the proposals are true. A person read each that is not declared: ${percent(stated)} are what
the documents declare or say; some are open, which means that the documents leave them open and the code of the server
always does so; the others are false. \`access\`, \`owned\`, \`lifetime\`, \`invariant\`, \`required-when\`,
\`read-only\` and \`same-as\` are left to a person.

| Family | Declared | Found again | Proposed | Said | Open | False |
|---|---|---|---|---|---|---|
${families.map((family) => lineOf(family, all)).join('\n')}

Of the faulty servers of the cinema's declarations that a run with them notices, a run with the proposals notices at
least 80 %: the test \`caught.test.ts\`.

Written by the test \`rediscover.test.ts\`, with \`UPDATE_RESULTS=1\`.
`;
}

const isMissed = ({ isFound }: { readonly isFound: boolean }) => !isFound;

test('most observable declarations are found again, and few proposals are untrue', {
  timeout: 2 * PATIENCE,
}, async () => {
  const all: Found[] = [];
  for (const subject of await subjects()) all.push(await rediscovered(subject));
  const own = all.flatMap(({ api, proposals }) =>
    api.declarations.filter(isObservable).map((one) => ({ one, isFound: isRediscovered(one, proposals) })),
  );
  const proposed = all.flatMap(({ api, proposals }) =>
    proposals.map((one) => ({ one, judgement: judgementOf(one, api) })),
  );
  const recall = 1 - own.filter(isMissed).length / own.length;
  const shareOf = (...names: readonly string[]) =>
    proposed.filter(({ judgement }) => names.includes(judgement)).length / proposed.length;
  const precision = shareOf('said', 'open');
  const families = [...new Set(own.map(({ one }) => one.family))].toSorted();
  const table = tableOf(families, all, { recall, precision, stated: shareOf('said') });
  if (process.env['UPDATE_RESULTS'] === '1') await writeFile(results, table);
  const wrong = proposed
    .filter(({ judgement }) => judgement === 'false')
    .map(({ one: { rules: _, ...members } }) => members);
  expect(
    recall,
    `missed: ${own.filter(isMissed).map(({ one }) => `${one.operation} ${one.family}`)}`,
  ).toBeGreaterThanOrEqual(RECALL);
  expect(await readFile(results, 'utf8'), 'write it again with UPDATE_RESULTS=1').toBe(table);
  expect(precision, `not true: ${JSON.stringify(wrong)}`).toBeGreaterThanOrEqual(PRECISION);
});
