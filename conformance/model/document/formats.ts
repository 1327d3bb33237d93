/**
 * The formats of the documents, exactly: 30 February is not a date, and hour 29 not a time. Implemented separately from
 * the validators that servers are generated with, so that a mistake there is found here.
 */
import type { Format } from 'ajv';
import { parseInstant } from '../values/time.ts';

const INT32 = 2 ** 31;

/** By name, in the form of Ajv. */
export const formats: Readonly<Record<string, Format>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': (text: string) => parseInstant(text) !== null,
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(`${text}T00:00:00Z`) !== null,
  time: (text: string) =>
    /^\d{2}:\d{2}/.test(text) && parseInstant(`2000-01-01T${text.replace(/(?<![Zz]|[+-]\d\d:?\d\d)$/, 'Z')}`) !== null,
  duration: /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  int32: { type: 'number', validate: (value: number) => Number.isInteger(value) && value >= -INT32 && value < INT32 },
  int64: { type: 'number', validate: Number.isInteger },
  float: { type: 'number', validate: Number.isFinite },
  double: { type: 'number', validate: Number.isFinite },
};
