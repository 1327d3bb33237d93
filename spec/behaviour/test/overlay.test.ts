/** The schema of overlays that declare behaviour, which editors complete by. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
ajv.addSchema(JSON.parse(text('../x-behaviour.schema.json')), 'x-behaviour.schema.json');
const valid = ajv.compile(JSON.parse(text('../overlay.schema.json')));

function problems(overlay: unknown) {
  return valid(overlay) ? [] : (valid.errors ?? []);
}

const pages = ['../../../docs/guides/check-your-own-api.md', '../README.md'];
const shown = pages
  .flatMap((page) => [...text(page).matchAll(/^```yaml\n(.*?)^```$/gms)])
  .map(([, yaml = '']) => yaml)
  .filter((yaml) => /^overlay: 1/m.test(yaml));

it('accepts the overlays of the guides', () => {
  expect(shown).toHaveLength(pages.length);
  for (const one of shown) expect(problems(parse(one))).toEqual([]);
});

const samples = '../../../generated/samples/';

it.each(readdirSync(new URL(samples, import.meta.url)))('accepts the overlay with the calls of %s', (file) => {
  expect(problems(JSON.parse(text(`${samples}${file}`)))).toEqual([]);
});

function overlayOf(action: object, version = '1.0.0') {
  return { overlay: version, info: { title: 'Books', version: '1' }, actions: [{ target: '$', ...action }] };
}

const sorted = { family: 'sorted', member: 'title' };

describe('an action', () => {
  it.each<[string, object, string?]>([
    ['declares on an operation', { target: "$.paths['/books'].get", update: { 'x-behaviour': [sorted] } }],
    ['declares deeper in a document', { update: { paths: { '/books': { get: { 'x-behaviour': [sorted] } } } } }],
    ['changes something else', { update: { info: { version: '2' }, tags: [{ name: 'books' }], 'x-list': null } }],
    ['removes', { remove: true }],
    ['copies', { copy: "$.paths['/books']" }, '1.1.0'],
  ])('%s', (_, action, version) => {
    expect(problems(overlayOf(action, version))).toEqual([]);
  });

  it.each<[string, object, string?]>([
    ['a misspelt option', { update: { 'x-behaviour': [{ ...sorted, dirction: 'descending' }] } }],
    [
      'a misspelt option deeper',
      { update: { paths: { '/books': { get: { 'x-behaviour': [{ family: 'sorted' }] } } } } },
    ],
    ['an unknown family', { update: { 'x-behaviour': [{ family: 'sort', member: 'title' }] } }],
    ['a misspelt member', { updat: {} }],
    ['a target that is no JSONPath', { target: 'paths', remove: true }],
    ['another version', { remove: true }, '2.0.0'],
  ])('is refused for %s', (_, action, version) => {
    expect(problems(overlayOf(action, version))).not.toEqual([]);
  });
});
