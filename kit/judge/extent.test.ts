import { expect, it } from 'vitest';
import { ExtentMeter, extentOf } from './extent.ts';

it.each([
  ['1', 1, 0],
  ['[]', 2, 1],
  ['{"a":[1,2],"b":{"c":"[[[,,,\\"[{"}}', 9, 2],
  ['["\\\\",1]', 3, 1],
  ['[[[]],[]]', 6, 3],
  ['[12,[3]]', 4, 2],
  ['['.repeat(1000), 1001, 1000],
])('measures %j', (text, values, levels) => {
  expect(extentOf(Buffer.from(text))).toEqual({ values, levels });
  const meter = new ExtentMeter();
  for (const byte of Buffer.from(text)) meter.take(Uint8Array.of(byte));
  expect(meter).toMatchObject({ values, levels });
});
