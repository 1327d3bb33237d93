import { expect, it } from 'vitest';
import { fieldsOf, formOf, multipartOf, parsedPartsOf } from './form.ts';
import type { FieldShape } from './operation.ts';

const fields: readonly FieldShape[] = [
  { name: 'count', type: 'integer' },
  { name: 'open', type: 'boolean' },
  { name: 'share', type: 'number' },
  { name: 'file', type: 'file' },
  { name: 'ids', type: 'integer', isList: true },
];

it.each<[object, Record<string, unknown>]>([
  [{ count: '3' }, { count: 3 }],
  [{ count: ['3'] }, { count: 3 }],
  [{ ids: '1' }, { ids: [1] }],
  [{ ids: ['1', '2'] }, { ids: [1, 2] }],
  [
    { count: 3, open: true, other: 5 },
    { count: 3, open: true, other: 5 },
  ],
  [
    { open: 'true', other: 'x' },
    { open: true, other: 'x' },
  ],
  [{ file: [] }, { file: undefined }],
])('the fields of %j are read as %j', (given, expected) => expect(fieldsOf(given, fields)).toEqual(expected));

it('fields without types are text', () => {
  expect(fieldsOf({ a: '1' })).toEqual({ a: '1' });
  expect(parsedPartsOf({ a: '1' })).toEqual({ a: '1' });
});

it.each<[object, string]>([
  [{ count: ['1', '2'] }, 'body field count is given more than once'],
  [{ count: 'x' }, 'body field count must be integer'],
  [{ share: '1e400' }, 'body field share is beyond the numbers that can be read'],
  [{ file: 'x' }, 'body field file must be a file'],
])('%j is rejected: %s', (given, message) => {
  expect(() => fieldsOf(given, fields)).toThrow(expect.objectContaining({ status: 400, message }));
});

it('a form has at most a thousand fields', () => {
  const formWith = (count: number) => formOf(Array.from({ length: count }, (_, i) => `a${i}=`).join('&'));
  expect(Object.keys(formWith(1_000))).toHaveLength(1_000);
  expect(() => formWith(1_001)).toThrow(
    expect.objectContaining({ status: 413, message: 'the form has more than 1000 pairs of a name and a value' }),
  );
});

it('a body that is no multipart form is rejected, with the cause', async () => {
  await expect(multipartOf(new Uint8Array(), 'multipart/form-data')).rejects.toMatchObject({
    status: 400,
    cause: expect.any(Error),
  });
});
