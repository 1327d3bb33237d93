// @ts-check
// The TypeSpec library: every diagnostic in one place. A declaration that refers to something missing, or that
// contradicts another one, is a compile error at its place.

import { createTypeSpecLibrary, paramMessage } from '@typespec/compiler';

/** @param {ReturnType<typeof paramMessage> | string} message */
const error = (message) => ({ severity: /** @type {const} */ ('error'), messages: { default: message } });

export const $lib = createTypeSpecLibrary({
  name: '@wallet-services/behaviour',
  diagnostics: {
    'unknown-operation': error(paramMessage`There is no operation "${'name'}" in this service.`),
    'unknown-parameter': error(paramMessage`The operation ${'operation'} has no parameter "${'name'}".`),
    'unknown-member': error(paramMessage`There is no member "${'name'}" in ${'where'}. It has: ${'members'}.`),
    'unknown-member-anywhere': error(paramMessage`There is no member "${'name'}" in any answer.`),
    'unknown-pointer': error(
      paramMessage`The pointer "${'pointer'}" leads nowhere in the successful answer of ${'operation'}.`,
    ),
    'unknown-aspect': error(paramMessage`"${'family'}" has no aspect "${'aspect'}" here. It has: ${'aspects'}.`),
    'unknown-value': error(paramMessage`"${'value'}" is not a value of ${'name'}.`),
    'unknown-scheme': error(paramMessage`The service has no security scheme "${'name'}".`),
    'unknown-method': error(paramMessage`There is no RPC method "${'name'}".`),
    'bad-expression': error(paramMessage`The expression does not parse: ${'problem'}.`),
    'unknown-function': error(paramMessage`There is no function "${'name'}" for expressions.`),
    'not-a-list': error(
      paramMessage`The operation ${'operation'} is not a list: it has no @list, or marks no array with @pageItems; a bare array is { @body @pageItems items: Item[] }.`,
    ),
    'list-beside-thing': error(
      paramMessage`Of ${'operation'} and ${'other'} one is a list, and the other is not: what reads one of a list says @oneOf.`,
    ),
    'not-in-a-service': error(
      'This stands on nothing that a service answers with: its namespace, an operation, a model of an answer.',
    ),
    'not-paged': error(
      paramMessage`The list ${'operation'} is not paged: no parameter is a @continuationToken, an @offset or a @pageIndex.`,
    ),
    'no-path-parameter': error(
      paramMessage`The operation ${'operation'} has no path parameter that names one thing; say which parameter does.`,
    ),
    contradiction: error(paramMessage`${'one'}, but ${'other'}.`),
    'id-repeated': error(paramMessage`The id "${'id'}" arises twice.`),
  },
});
