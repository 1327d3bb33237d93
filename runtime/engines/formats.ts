/**
 * The formats of the contract, and the other numbers, times and addresses of TypeSpec, exact: 30 February and hour 29
 * are rejected; nanoseconds, any UTC offset and leap seconds are accepted (RFC 3339). Both validation engines and every
 * check of an example use them.
 */

const DATE = String.raw`(\d{4})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]|(29)))`;
const OFFSET = String.raw`(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))`;
const TIME = String.raw`([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|(60))(?:\.\d+)?`;

const date = new RegExp(`^${DATE}$`);
const dateTime = new RegExp(`^${DATE}[Tt ]${TIME}${OFFSET}$`);

/**
 * Matches most times: day 28 or before, and no leap second. It is tested first, because it is fast without captures.
 */
const plainDateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isDate(text: string): boolean {
  const match = date.exec(text);
  return match !== null && (match[2] === undefined || isLeap(Number(match[1])));
}

function isDateTime(text: string): boolean {
  return plainDateTime.test(text) || isUnusualDateTime(text);
}

function isUnusualDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (match === null) return false;
  const [, year, leapDay, hour, minute, leapSecond, sign, offsetHour, offsetMinute] = match;
  if (leapDay !== undefined && !isLeap(Number(year))) return false;
  if (leapSecond === undefined) return true;
  // A leap second is the last second of a day in UTC.
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const utc = Number(hour) * 60 + Number(minute) - offset;
  return ((utc % 1440) + 1440) % 1440 === 1439;
}

const MOST_FLOAT = 3.4028234663852886e38;

/** Integers from `least` up to `end`, exclusive. */
const integers = (least: number, end: number) => ({
  type: 'number' as const,
  validate: (value: number) => Number.isInteger(value) && value >= least && value < end,
});

const time = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;
const duration = /^P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
const uri = /^[A-Za-z][A-Za-z\d+.-]*:[!#$%&'()*+,\-./:;=?@[\]\w~]*$/;

/** The formats by name, in the form that Ajv expects. */
export const formats = {
  time,
  duration,
  uri,
  int8: integers(-(2 ** 7), 2 ** 7),
  int16: integers(-(2 ** 15), 2 ** 15),
  uint8: integers(0, 2 ** 8),
  uint16: integers(0, 2 ** 16),
  uint32: integers(0, 2 ** 32),
  uint64: integers(0, 2 ** 64),
  uuid,
  date: isDate,
  'date-time': isDateTime,
  int32: integers(-(2 ** 31), 2 ** 31),
  int64: integers(-(2 ** 63), 2 ** 63),
  float: { type: 'number' as const, validate: (value: number) => Math.abs(value) <= MOST_FLOAT },
  double: { type: 'number' as const, validate: Number.isFinite },
};
