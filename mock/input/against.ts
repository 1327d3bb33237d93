/**
 * Validates values, in place of the function of Prism with which it validates bodies: that one takes what every object
 * inherits for members (`toString`), and accepts every value when a schema cannot be compiled.
 */
import { createRequire } from 'node:module';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { DiagnosticSeverity } from '@stoplight/types';
import { messageOf } from '@wallet-services/kit/errors';
import { asText } from '@wallet-services/kit/json';
import { multipleOf } from '@wallet-services/kit/multiple';

interface AjvError {
  readonly keyword: string;
}

interface Validate {
  (value: unknown): boolean;
  errors?: readonly AjvError[] | null;
}

interface Ajv {
  addFormat(name: string, format: unknown): void;
  removeKeyword(keyword: string): Ajv;
  addKeyword(definition: object): Ajv;
  compile(schema: object): Validate;
}

/** The outcome of a validation, in the form of Prism; `None`: the value is valid. */
type Outcome = { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: readonly IPrismDiagnostic[] };

interface Utils {
  validateAgainstSchema: typeof validateAgainstSchema;
  convertAjvErrors(
    errors: readonly AjvError[],
    severity: DiagnosticSeverity,
    context: number,
    prefix: string,
  ): IPrismDiagnostic[];
}

const UTILS = '@stoplight/prism-http/dist/validator/validators/utils';
const require = createRequire(import.meta.url);
const utils: Utils = require(UTILS);
// The Ajv and the formats of Prism.
const requireOfPrism = createRequire(require.resolve(UTILS));

const DIALECTS: readonly (readonly [name: RegExp, module: string])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, 'ajv/dist/2019'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, 'ajv/dist/2020'],
];

const opened = new Map<string, Ajv>();

function ajvOf(dialect: unknown, coerce: boolean): Ajv {
  const [, module = 'ajv'] = DIALECTS.find(([name]) => name.test(asText(dialect))) ?? [];
  return opened.get(`${module} ${coerce}`) ?? open(module, coerce);
}

function open(module: string, coerceTypes: boolean): Ajv {
  const { default: Opened }: { default: new (options: object) => Ajv } = requireOfPrism(module);
  const ajv = new Opened({ allErrors: true, strict: false, logger: false, coerceTypes, ownProperties: true });
  const { default: addFormats }: { default: (ajv: Ajv) => void } = requireOfPrism('ajv-formats');
  const { fmtDef, date_time: isTime, compareDateTime } = requireOfPrism('./dateTime');
  addFormats(ajv);
  ajv.removeKeyword(multipleOf.keyword).addKeyword(multipleOf);
  ajv.addFormat('date-time', fmtDef(isTime, compareDateTime));
  opened.set(`${module} ${coerceTypes}`, ajv);
  return ajv;
}

// As Prism does: a time limit of a validation would count it.
for (const coerce of [false, true])
  for (const module of ['ajv', ...DIALECTS.map(([, one]) => one)]) open(module, coerce);

const compiled = new WeakMap<object, WeakMap<object, Validate>>();
const NO_BUNDLE = {};

/** Whether a schema is being compiled. A time limit that ends it leaves an Ajv behind that cannot be used. */
let isCompiling = false;

function validatorOf(schema: object & { readonly $schema?: unknown }, coerce: boolean, bundle: unknown): Validate {
  const key = typeof bundle === 'object' && bundle !== null ? bundle : NO_BUNDLE;
  const ofSchema = compiled.get(schema) ?? new WeakMap<object, Validate>();
  compiled.set(schema, ofSchema);
  const known = ofSchema.get(key);
  if (known !== undefined) return known;
  if (isCompiling) opened.clear();
  isCompiling = true;
  try {
    const validate = ajvOf(schema.$schema, coerce).compile({ ...schema, __bundled__: bundle });
    ofSchema.set(key, validate);
    return validate;
  } finally {
    isCompiling = false;
  }
}

/**
 * Validates a value.
 *
 * @param coerce whether texts are converted to numbers, as Prism does for headers of its answers
 * @param bundle the schemas that the schema refers to
 */
export function validateAgainstSchema(
  value: unknown,
  schema: object,
  coerce: boolean,
  context: number,
  prefix: string,
  bundle: unknown,
): Outcome {
  try {
    const validate = validatorOf(schema, coerce, bundle);
    const isValid = validate(value);
    const errors = validate.errors ?? [];
    // The errors hold the value, which may be large.
    validate.errors = null;
    if (isValid) return { _tag: 'None' };
    return { _tag: 'Some', value: utils.convertAjvErrors(errors, DiagnosticSeverity.Error, context, prefix) };
  } catch (error) {
    return { _tag: 'Some', value: [unjudged(prefix, `its schema cannot be used: ${reasonOf(error)}`)] };
  }
}

/**
 * Why a schema cannot be used: errors of the language itself mean nothing to its author. They are thrown by Ajv and by
 * Prism, where a keyword has a value of another type; a fault of their own would have the wrong reason here, but the
 * value stays unjudged either way.
 */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it refers to itself, or has too many levels';
  return error instanceof TypeError ? 'it has a value of another kind than its keyword takes' : messageOf(error);
}

/** A warning that a part of a message was not validated: without it, the part would look valid. */
export function unjudged(prefix: string, why: string, path: readonly string[] = []): IPrismDiagnostic {
  const message = `${[prefix, ...path].join('.')} is not judged: ${why}`;
  return { path: [prefix, ...path], code: 'not-judged', message, severity: DiagnosticSeverity.Warning };
}

/** Whether a diagnostic is such a warning. */
export function isUnjudged({ code }: { readonly code?: unknown }): boolean {
  return code === 'not-judged';
}

utils.validateAgainstSchema = validateAgainstSchema;
