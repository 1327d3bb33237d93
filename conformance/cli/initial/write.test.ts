import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Found, targetText } from './write.ts';

const comment: Found = {
  service: 'comment',
  url: 'http://127.0.0.1:8080',
  values: [{ path: ['known', 'choices', 'site'], value: [{ site_id: 7 }, { site_id: 9 }] }],
  needs: [
    {
      path: ['credentials', 'CommentToken'],
      hints: ['set credentials.CommentToken in the target file'],
      checks: 2,
      value: `\${COMMENT_TOKEN}`,
    },
    {
      path: ['known', 'oauth_token'],
      hints: ['set known.oauth_token in the target file'],
      checks: 1,
      value: `\${OAUTH_TOKEN}`,
    },
    { path: ['sign_in', 'message', 'domain'], hints: ['set sign_in.message.domain'], checks: 3, value: `\${DOMAIN}` },
  ],
  data: [{ hint: 'put two replies into the data', rules: ['comment.listReplies.paged.more'] }],
};

/** Removes the first `# ` of each line that can be filled in. */
function filled(text: string): string {
  return text.replaceAll(/^( *)# (?!----|yaml)/gm, '$1');
}

test('results are filled in, and missing data is a comment with its hint', () => {
  const text = targetText(null, [comment], 'schema.json');
  expect(parse(text)).toEqual({
    services: {
      comment: { url: 'http://127.0.0.1:8080', known: { choices: { site: [{ site_id: 7 }, { site_id: 9 }] } } },
    },
  });
  expect(text).toContain('#   # 2 checks: set credentials.CommentToken\n    #   CommentToken: ');
  expect(text).toContain('# 1 check: set known.oauth_token\n      # oauth_token: ');
});

test('the comments are members at the right place', () => {
  expect(parse(filled(targetText(null, [comment], 'schema.json')))).toEqual({
    services: {
      comment: {
        url: 'http://127.0.0.1:8080',
        known: { choices: { site: [{ site_id: 7 }, { site_id: 9 }] }, oauth_token: `\${OAUTH_TOKEN}` },
        credentials: { CommentToken: `\${COMMENT_TOKEN}` },
      },
    },
    sign_in: { message: { domain: `\${DOMAIN}` } },
    allow_inconclusive: ['comment.listReplies.paged.more'],
  });
});

test('an updated file keeps the text of its owner, and no missing member is listed again', () => {
  const first = targetText(null, [comment], 'schema.json').replace('8080\n', '8080 # ours\n');
  const again = targetText(first, [comment], 'schema.json');
  expect(again).toBe(first);
  const partly = first.replace('# known', 'known').replace('# oauth_token', 'oauth_token');
  const second = targetText(partly, [comment], 'schema.json');
  expect(parse(second).services.comment.known.oauth_token).toBe(`\${OAUTH_TOKEN}`);
  expect(second).not.toContain('set known.oauth_token');
  expect(second).toContain('8080 # ours');
  expect(second.match(/CommentToken: /g)).toHaveLength(1);
});

test('new rules are added to those that are already allowed', () => {
  const before = 'services:\n  comment:\n    url: http://a\nallow_inconclusive:\n  - lending.*\n';
  expect(parse(filled(targetText(before, [comment], 'schema.json'))).allow_inconclusive).toEqual([
    'lending.*',
    'comment.listReplies.paged.more',
  ]);
});
