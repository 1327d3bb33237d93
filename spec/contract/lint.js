// @ts-check
// The style rules of this contract, as TypeSpec linter rules (enabled in tspconfig.yaml).

import {
  createRule,
  getDoc,
  getOpExamples,
  getService,
  getSummary,
  getTags,
  isTemplateDeclaration,
} from '@typespec/compiler';

const AMOUNT =
  /(^|_)(amount|price|rate|cash|borrows|reserves|funds|fee|volume|value|apy|factor|liquidity|bid|lot|tab|ink|art|dink|dart|debt)$/;

/** @param {import('@typespec/compiler').Program} program @param {import('@typespec/compiler').Operation} operation @returns {boolean} whether it is an HTTP operation of a service */
function isHttp(program, operation) {
  if (isTemplateDeclaration(operation) || operation.node === undefined) return false;
  for (let n = operation.interface?.namespace ?? operation.namespace; n; n = n.namespace) {
    if (getService(program, n)) return true;
  }
  return false;
}

/** An amount, rate or price is a decimal written as a string. */
export const amountRule = createRule({
  name: 'amount-decimal-string',
  severity: 'warning',
  description: 'Amounts, rates and prices use DecimalString.',
  messages: {
    default: 'An amount, rate or price is a DecimalString (or a scalar made for it), never a bare string or number.',
  },
  create: (context) => ({
    modelProperty(property) {
      if (!AMOUNT.test(property.name) || property.type.kind !== 'Scalar') return;
      if (property.type.namespace?.name !== 'TypeSpec') return;
      context.reportDiagnostic({ target: property });
    },
  }),
});

export const operationDocumentedRule = createRule({
  name: 'operation-documented',
  severity: 'warning',
  description: 'Every operation has a doc comment, a summary and a tag.',
  messages: {
    default:
      'Say in a doc comment what this operation does, in a few words with @summary, and among which others with @tag.',
  },
  create: (context) => ({
    operation(operation) {
      const { program } = context;
      const said =
        getDoc(program, operation) && getSummary(program, operation) && getTags(program, operation).length > 0;
      if (isHttp(program, operation) && !said) context.reportDiagnostic({ target: operation });
    },
  }),
});

export const operationExampleRule = createRule({
  name: 'operation-example',
  severity: 'warning',
  description: 'Every operation has an example.',
  messages: { default: 'Give this operation an example with @opExample.' },
  create: (context) => ({
    operation(operation) {
      if (isHttp(context.program, operation) && getOpExamples(context.program, operation).length === 0) {
        context.reportDiagnostic({ target: operation });
      }
    },
  }),
});

export const operationSecurityRule = createRule({
  name: 'operation-security',
  severity: 'warning',
  description: 'Every operation says which credential it needs, or that it needs none.',
  messages: { default: 'State the security of this operation with @useAuth (NoAuth when it needs none).' },
  create: (context) => ({
    operation(operation) {
      if (!isHttp(context.program, operation)) return;
      const own = operation.decorators.some((d) => d.definition?.name === '@useAuth');
      const ofInterface = operation.interface?.decorators.some((d) => d.definition?.name === '@useAuth');
      if (!own && !ofInterface) context.reportDiagnostic({ target: operation });
    },
  }),
});
