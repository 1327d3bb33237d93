import { expect, it } from 'vitest';
import { checkOptions } from './options.ts';

it.each([
  [{ bodyLimit: '1mb' }, "the option bodyLimit must be a number from 0 to 9007199254740991, not '1mb'"],
  [{ bodyLimit: Number.NaN }, /bodyLimit must be a number/],
  [{ bodyLimit: -1 }, /bodyLimit must be a number/],
  [{ bodyTimeout: Number.POSITIVE_INFINITY }, /bodyTimeout must be a number from 0 to 2147483647/],
  [{ validator: 'eov' }, 'the option validator must be one of compiled, express-openapi-validator, not eov'],
  [{ undocumented: 'drop' }, /undocumented must be one of send, strip, refuse/],
  [{ bodyLimit: true }, 'must be a number from 0 to 9007199254740991, not true'],
  [{ onFault: 'log' }, 'the option onFault must be a function'],
  [{ authenticate: true }, 'the option authenticate must be a function'],
  [{ onfault: () => undefined }, /the option onfault is not known; there are prefix, fallthrough, authenticate/],
])('%j is rejected', (options, message) => expect(() => checkOptions(options)).toThrow(message));

it('accepts what the types accept', () => {
  const none = () => undefined;
  for (const validator of ['compiled', 'express-openapi-validator']) checkOptions({ validator });
  for (const undocumented of ['send', 'strip', 'refuse']) checkOptions({ undocumented });
  checkOptions({ bodyTimeout: 2 ** 31 - 1, bodyLimit: Number.MAX_SAFE_INTEGER });
  checkOptions({ prefix: '/a', validator: undefined, bodyLimit: 0, bodyTimeout: 1, onFault: none, observe: none });
});
