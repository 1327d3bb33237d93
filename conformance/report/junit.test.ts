import { expect, test } from 'vitest';
import { sampleReport } from '../testing/sample.ts';
import { junitReport } from './junit.ts';

const xml = junitReport(sampleReport);

/** The attributes of the first element with a name. */
function attributesOf(name: string, after = ''): Readonly<Record<string, string>> {
  const from = xml.slice(xml.indexOf(after));
  const [, text = ''] = new RegExp(`<${name}((?: [\\w-]+="[^"]*")*)/?>`).exec(from) ?? [];
  return Object.fromEntries(Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, key, value]) => [key, value]));
}

test('a service is a test suite that counts its checks', () => {
  expect(attributesOf('testsuite')).toMatchObject({
    name: 'lending',
    tests: '9',
    failures: '1',
    errors: '1',
    skipped: '4',
  });
  expect(attributesOf('testsuites')).toMatchObject({ tests: '12', failures: '2', errors: '2', time: '1.234' });
  expect(xml.match(/<testcase /g)).toHaveLength(12);
});

test('a failure has the expected and the actual result, and the command to repeat it', () => {
  expect(attributesOf('failure')).toMatchObject({ type: 'lending.fails' });
  expect(attributesOf('failure')['message']).toContain(
    'Expected a decimal number written as a string, got 1.5 (number)',
  );
  expect(xml).toContain('try: curl -i');
  expect(xml).toContain('set TOKEN to the AccessToken');
});

test('an undecided check is skipped, with the reason', () => {
  expect(attributesOf('skipped', 'name="lending.lacks"')['message']).toBe(
    'inconclusive: there are no transactions; put some into the data',
  );
  expect(attributesOf('skipped', 'name="lending.known"')['message']).toBe('known until 2026-12-31: is being repaired');
});

test('a service that cannot be reached is an error, a known failure that is gone is a failure', () => {
  expect(attributesOf('error', 'name="vault"')['message']).toContain('vault cannot be reached');
  expect(attributesOf('failure', 'name="known failures"')['message']).toContain('lending.gone');
});

test("a server's answer cannot break the XML", () => {
  expect(xml).toContain('&lt;script&gt;');
  expect(xml).not.toMatch(/[^\t\n\r -\uffff]|<script/);
});
