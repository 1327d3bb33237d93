// @ts-check
// The TypeSpec library of this contract: every diagnostic in one place, and the linter rules.

import { createTypeSpecLibrary, defineLinter, paramMessage } from '@typespec/compiler';
import { amountRule, operationDocumentedRule, operationExampleRule, operationSecurityRule } from './lint.js';

export const $lib = createTypeSpecLibrary({
  name: '@wallet-services/spec',
  diagnostics: {
    'ledger-id': {
      severity: 'error',
      messages: {
        default:
          'A ledger id begins with a service name and, on an operation, its name, like "lending.listTransactions.offset".',
      },
    },
    'ledger-id-repeated': {
      severity: 'error',
      messages: { default: 'This ledger id is used already. An id is written once and never changes meaning.' },
    },
    'probe-unknown': {
      severity: 'error',
      messages: {
        default: paramMessage`A probe names "${'name'}", which is no operation of this service, or no parameter of it.`,
      },
    },
    'ledger-source': {
      severity: 'error',
      messages: { default: 'A source names a document and a section, like "document 1, Limits".' },
    },
  },
});

export const $linter = defineLinter({
  rules: [amountRule, operationDocumentedRule, operationExampleRule, operationSecurityRule],
});
