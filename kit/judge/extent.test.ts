import { expect, it } from 'vitest';
import { extentOf } from './extent.ts';

it.each([
  ['1', 1, 0],
  ['[]', 2, 1],
  ['{"a":[1,2],"b":{"c":"[[[,,,\\"[{"}}', 9, 2],
  ['['.repeat(1000), 1001, 1000],
])('measures %j', (text, values, levels) => {
  expect(extentOf(Buffer.from(text))).toEqual({ values, levels });
});
