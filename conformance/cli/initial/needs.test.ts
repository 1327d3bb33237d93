import { expect, test } from 'vitest';
import { isObject } from '../../model/values/json.ts';
import { openContract } from '../../run/contract.ts';
import type { Check } from '../../run/report.ts';
import { targetSchema } from '../../target/schema.ts';
import { needsOf } from './needs.ts';
import { listening } from './seen.ts';
import { valueFor } from './values.ts';

const contract = openContract();

function undecided(operation: string | null, hint: string, more: Partial<Check> = {}): Check {
  const none = { findings: [], observed: null, allowed: false, known: null, text: '', source: '' };
  const reasons = [{ reason: 'why', hint }];
  return { rule: `of.${operation}`, operation, level: 'must', verdict: 'inconclusive', reasons, ...none, ...more };
}

async function needs(service: string, ...checks: readonly Check[]) {
  const { api } = await contract.service(service);
  return needsOf(api, { checks });
}

test.each([
  [
    'comment',
    'createComment',
    'add credentials that this operation accepts to the target file',
    'credentials.CommentToken',
  ],
  [
    'assistant',
    'createIndexes',
    'add credentials that this operation accepts',
    'credentials.AppId credentials.AppSecret',
  ],
  [
    'swap',
    'readOrder',
    'set credentials.AccessToken in the target file, or sign_in',
    'credentials.AccessToken sign_in.keystores.caller',
  ],
  ['comment', null, 'set known.choices.site in the target file to two values (site_id, slug)', 'known.choices.site'],
  ['lending', null, 'add --rpc URL (Connect) or --grpc URL, or rpc in the target file', 'rpc.connect'],
  ['comment', null, 'set known.oauth_token of comment in the target file to a token', 'known.oauth_token'],
  ['swap', 'readOrder', 'set known.inputs in the target file to requests that succeed', 'known.inputs.readOrder'],
])('%s %s: %s', async (service, operation, hint, members) => {
  const found = await needs(service, undecided(operation, hint));
  expect(found.needs.map(({ path }) => path.join('.'))).toEqual(members.split(' '));
  expect(found.data).toEqual([]);
});

test('checks with one hint are counted together', async () => {
  const hint = 'set sign_in.message.domain in the target file to a domain';
  const found = await needs('comment', undecided('createComment', hint), undecided('createReply', hint));
  expect(found.needs).toEqual([{ path: ['sign_in', 'message', 'domain'], hints: [hint], checks: 2 }]);
});

test('a hint that names no member is about data, once the suite can sign in', async () => {
  const data = undecided('listReplies', 'put at least 3 replies into the data');
  expect(await needs('comment', data)).toEqual({
    needs: [],
    data: [{ hint: 'put at least 3 replies into the data', rules: ['of.listReplies'] }],
  });
  const outside = undecided('readMe', 'add credentials that this operation accepts');
  expect((await needs('comment', data, outside)).data).toEqual([]);
  expect((await needs('comment', { ...data, allowed: true })).data).toEqual([]);
  expect((await needs('comment', { ...data, verdict: 'pass' })).data).toEqual([]);
});

test('values come from responses and the document, or name an environment variable', async () => {
  const { api } = await contract.service('comment');
  const seen = listening();
  const schema = await targetSchema(contract);
  const source = { service: 'comment', url: 'http://127.0.0.1:8080/api', api, schema, seen };
  const chosen = (path: string) => valueFor(source, path.split('.'));
  expect(chosen('known.choices.site')).toEqual([
    { site_id: `\${COMMENT_SITE_ID_1}` },
    { site_id: `\${COMMENT_SITE_ID_2}` },
  ]);
  expect(chosen('credentials.CommentToken')).toBe(`\${COMMENT_TOKEN}`);
  expect(chosen('other_credentials.CommentToken')).toBe(`\${OTHER_COMMENT_TOKEN}`);
  expect(chosen('rpc.connect')).toBe('http://127.0.0.1:8080');
  expect(chosen('sign_in.keystores.caller')).toEqual({
    client_id: `\${CALLER_CLIENT_ID}`,
    session_id: `\${CALLER_SESSION_ID}`,
    private_key: `\${CALLER_PRIVATE_KEY}`,
  });
  const input = chosen('known.inputs.createReply');
  expect(isObject(input) && Object.keys(input)).toEqual(['path', 'body']);
});
