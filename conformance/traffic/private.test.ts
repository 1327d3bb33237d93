import { expect, test } from 'vitest';
import { demanded, type SmallApi } from '../testing/api.ts';
import { judgedTraffic } from '../testing/traffic.ts';

const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    mail: { type: 'string', format: 'email' },
    kind: { type: 'string', enum: ['reader', 'author'] },
    born: { type: 'string', format: 'date' },
    account: { type: 'integer', maximum: 10 },
    friends: { type: 'object', additionalProperties: { type: 'integer' } },
  },
};

const api: SmallApi = {
  operations: {
    readPerson: {
      request: 'GET /people/{person}',
      query: ['near', 'limit'],
      headers: ['x-town'],
      security: ['Card'],
      answer: person,
      behaviour: [{ family: 'belongs-to', parameter: 'person', member: 'name', at: '', rules: [demanded('name')] }],
    },
    writeNote: {
      request: 'POST /notes',
      body: { schema: { type: 'object' }, example: {} },
      behaviour: [{ family: 'echoes', members: { text: '/text' }, rules: [demanded('text')] }],
    },
  },
};

const secrets = [
  'Mira Quitt',
  'mira',
  'mira@example.org',
  '1981-07-05',
  '55443322',
  'Bearer',
  'card-of-mira-77',
  'Oak Lane 3',
  'dear diary',
  'Linden',
  'session=abcdef',
  'hunter22',
  'jonas',
  'Quitt',
];

test('a body that only begins as JSON shows no word of a user', async () => {
  const { reported } = await judgedTraffic(api, [
    {
      request: 'GET /people/mira',
      answer: null,
      text: `{"name": "mira", 'mail': 'mira@example.org'} Mira Quitt, 55443322`,
    },
    { request: 'GET /people/mira', answer: null, text: '[Mira Quitt; phone=4917055443322' },
  ]);
  const shown = reported.map(({ finding }) => finding.exchange?.answer);
  expect(shown).toContain('{"name": "<text>", <text>: <text>} <text>, <number>');
  for (const secret of secrets) expect(JSON.stringify(reported)).not.toContain(secret);
});

test.each([
  ['what a parser quotes', '{"near": Mira Quitt, Oak Lane 3}'],
  ['the end of what a parser quotes', '{"friends": {"jonas": 1, "Linden of Mira Quitt" 55443322'],
  ['the name of a duplicate member', '{"friends": {"dear diary": 1, "dear diary": 2}}'],
])('a finding about a body that is not JSON does not show %s', async (_, text) => {
  const { reported } = await judgedTraffic(api, [{ request: 'GET /people/mira', answer: null, text }]);
  const finding = reported.find(({ rule }) => rule.rule === 'wire.json')?.finding;
  expect(finding?.actual).toMatch(/^not JSON$|^an object that has a member twice$/);
});

test('only known media types, schemes and parameters are named', async () => {
  const headers = {
    authorization: 'hunter22 card-of-mira-77',
    accept: 'text/hunter22, application/json',
    'content-type': 'text/Linden; note=jonas',
  };
  const { reported, report } = await judgedTraffic(api, [
    { request: 'GET /people/mira?of_mira_token=Linden', headers, answer: {}, type: 'text/Quitt; charset=jonas' },
    { request: 'GET /people/mira', answer: null, type: 'application/json; note=jonas' },
  ]);
  const text = JSON.stringify([reported, report]);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).toContain('content type <another media type>');
  expect(text).toContain('-H \\"authorization: $TOKEN\\" -H \\"accept: $ACCEPT\\"');
});

test('findings contain no personal value, but still name the place and the fault', async () => {
  const { reported, report } = await judgedTraffic(api, [
    {
      request: 'GET /people/mira?near=Oak%20Lane%203&limit=20',
      headers: {
        authorization: 'Bearer card-of-mira-77',
        'x-town': 'Linden',
        cookie: 'session=abcdef',
        'user-agent': 'Mira',
      },
      answer: {
        name: 'Mira Quitt',
        mail: 'Mira Quitt',
        kind: 'friend',
        born: '1981-07-05',
        account: 55443322,
        friends: { 'jonas@example.org': 'Oak Lane 3' },
      },
    },
    { request: 'POST /notes?token=hunter22', sent: { text: 'dear diary' }, answer: { text: 'dear diary, Mira Quitt' } },
    { request: 'GET /people/mira', answer: null },
  ]);
  const text = JSON.stringify([reported, report])
    .replaceAll('"authorization: Bearer $TOKEN\\"', '')
    .replaceAll('Bearer $TOKEN', '');
  for (const secret of secrets) expect(text).not.toContain(secret);
  const broken = reported.map(({ rule, finding }) => [rule.rule, finding.pointer]);
  expect(broken).toContainEqual(['wire.schema', '/kind']);
  expect(broken).toContainEqual(['small.name', '/name']);
  expect(broken).toContainEqual(['small.text', '/text']);
  const [schema] = reported;
  expect(schema?.finding.exchange?.url).toContain('/people/$PERSON?near=$NEAR&limit=20');
  expect(schema?.finding.curl).toMatch(/^curl -i .*"http:.*\/people\/\$PERSON\?near=\$NEAR&limit=20"$/);
  expect(schema?.finding.exchange?.answer).toContain('"name":"<text>"');
});
