/** Every form of a report in which everything occurs, word for word: `forms/` has them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { areas, type ChangeClass, classes, sides, type Unnamed } from '../finding.ts';
import { toGithub } from './github.ts';
import { toHtml } from './html.ts';
import { toChangelog, toMarkdown } from './markdown.ts';
import { makeReport } from './report.ts';
import { toSarif } from './sarif.ts';
import { toText } from './text.ts';

const openapi = (type: string) => ({ components: { schemas: { Order: { properties: { total: { type } } } } } });

/** A contract, whose document is known by its text: reports name the lines of changes. */
const contract = (label: string, type: string, version: string) => ({
  label,
  documents: new Map([['shop', openapi(type)]]),
  texts: new Map([['shop', new Map([[`${label}.json`, JSON.stringify(openapi(type), null, 2)]])]]),
  protos: new Map(),
  rules: [],
  questions: [],
  version,
});

const effects = (clients: ChangeClass, servers: ChangeClass, mocks: ChangeClass) => ({
  clients: { class: clients, how: 'may be surprised' },
  servers: { class: servers, how: '' },
  mocks: { class: mocks, how: 'lag behind' },
});

const operations = Array.from({ length: 13 }, (_, index) => `GET /orders/${index}`);

const finding: Unnamed = {
  area: 'http',
  service: 'shop',
  direction: 'response',
  subject: 'Order',
  member: 'total',
  kind: 'type-changed',
  change: 'type changed',
  before: 'integer',
  after: '<script>alert(1)</script>',
  sides: effects('breaking', 'compatible', 'none'),
  places: [{ operation: 'GET /orders', where: '200 answer', member: 'total' }],
  pointers: {
    base: '/components/schemas/Order/properties/total',
    head: '/components/schemas/Order/properties/total/type',
  },
  corrected: null,
  request: "curl 'https://shop.example.org/orders'",
};

const long = 'the same for a long time, '.repeat(6);

const findings: readonly Unnamed[] = [
  finding,
  {
    ...finding,
    pointers: { base: '/components', head: null },
    subject: 'Line',
    member: '[].price',
    after: null,
    service: '',
    direction: null,
  },
  { ...finding, subject: 'GET /orders', member: 'query limit', direction: 'request', before: null, after: 'a `b`' },
  { ...finding, subject: 'GET /orders', member: '', change: 'removed at GET /orders', request: null },
  {
    ...finding,
    subject: '13 operations',
    member: '',
    change: 'a | pipe, 100 %: *stars*,\nand lines',
    parts: operations,
    places: operations.map((operation) => ({ operation, where: '', member: '' })),
    before: `${long}before ${long}`,
    after: `${long}after ${long}${long}`,
    sides: effects('breaking', 'breaking', 'breaking'),
    corrected: 'the class of a response',
  },
  { ...finding, member: 'unclear', kind: 'pattern-changed', sides: effects('unclear', 'none', 'breaking') },
  { ...finding, member: 'doubt', kind: 'pattern-changed', sides: effects('unclear', 'unclear', 'compatible') },
  { ...finding, member: 'accepted', sides: effects('none', 'breaking', 'none') },
  ...areas.map((area, index): Unnamed => {
    const grade = classes[index % classes.length] ?? 'none';
    return {
      ...finding,
      area,
      subject: `${area} of ${grade}`,
      member: '',
      kind: `${area}-changed`,
      places: [],
      before: null,
      after: 'a short value',
      request: null,
      sides: effects(grade, grade, 'none'),
    };
  }),
];

const settings = {
  accept: [
    { id: 'shop/response/Order.accepted/*', reason: 'agreed with *all*' },
    { id: 'shop/gone', reason: 'is over' },
    { id: 'shop/late', reason: 'was agreed', until: '2026-01-01' },
  ],
  severity: {},
  exclude: ['rules-changed'],
  failOn: sides,
  file: 'review.yaml',
};

const before = contract('v1', 'integer', '0.1.0');
const report = makeReport(before, contract('main', 'string', '0.1.0'), findings, settings, ['a <note>'], '2027-01-31');
const quiet = makeReport(before, contract('main', 'string', '0.2.0'), [], { ...settings, accept: [] }, []);

/** The page in lines, without its style. */
const lined = (page: string) => page.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll('><', '>\n<');

// Pages show commands of npm scripts under `npm test`, and of packages elsewhere.
beforeAll(() => void vi.stubEnv('npm_package_name', undefined));
afterAll(() => void vi.unstubAllEnvs());

test.each<[file: string, text: () => string]>([
  ['text.txt', () => toText(report, false)],
  ['text-colours.txt', () => toText(report, true).replaceAll('\u001b', '^')],
  ['text-quiet.txt', () => toText(quiet, false)],
  ['report.md', () => toMarkdown(report)],
  ['report-quiet.md', () => toMarkdown(quiet)],
  ['changelog.md', () => toChangelog(report)],
  ['github.txt', () => toGithub(report)],
  ['sarif.json', () => toSarif(report)],
  ['page.html', () => lined(toHtml(report))],
])('%s is as it was', async (file, text) => {
  await expect(text()).toMatchFileSnapshot(`forms/${file}`);
});
