/** Judges the options of protobuf files, messages, fields, enums, services and methods. */
import type { Effect } from '../finding.ts';
import { PUBLIC_IMPORTS } from './elements.ts';

/** A changed option, judged for clients and servers. */
export interface OptionChange {
  readonly kind: string;
  readonly change: string;
  readonly clients: Effect;
  readonly servers: Effect;
}

/** Options that only affect generated code, not the encoding of messages. */
const CODE: Readonly<Record<string, string>> = {
  goPackage: 'Go',
  javaPackage: 'Java',
  javaMultipleFiles: 'Java',
  javaOuterClassname: 'Java',
  javaGenerateEqualsAndHash: 'Java',
  javaStringCheckUtf8: 'Java',
  javaGenericServices: 'Java',
  csharpNamespace: 'C#',
  objcClassPrefix: 'Objective-C',
  phpClassPrefix: 'PHP',
  phpNamespace: 'PHP',
  phpMetadataNamespace: 'PHP',
  rubyPackage: 'Ruby',
  swiftPrefix: 'Swift',
  optimizeFor: 'C++ or Java',
  ccEnableArenas: 'C++',
  ccGenericServices: 'C++',
  pyGenericServices: 'Python',
  ctype: 'C++',
};

/** Options that only concern readers. */
const TEXTS = new Set(['reserved', 'debugRedact', 'retention', 'targets', 'lazy', 'unverifiedLazy', 'allowAlias']);

/** Rules of buf that this file judges instead. */
export const JUDGED_HERE = /^(FILE_SAME_(?!PACKAGE$|SYNTAX$).*|RPC_SAME_IDEMPOTENCY_LEVEL|FIELD_SAME_CTYPE)$/;

/** The options that buf judges, which this file ignores. */
const JUDGED_BY_BUF = new Set(['jstype', 'messageSetWireFormat', 'mapEntry', 'features']);

/** Strength of the guarantee of each idempotency level. */
const LEVELS: Readonly<Record<string, number>> = { IDEMPOTENT: 1, NO_SIDE_EFFECTS: 2 };

/** The defaults of options. */
const USUAL: Readonly<Record<string, string>> = {
  deprecated: 'false',
  debugRedact: 'false',
  javaMultipleFiles: 'false',
  allowAlias: 'false',
  idempotencyLevel: '"IDEMPOTENCY_UNKNOWN"',
  optimizeFor: '"SPEED"',
  // Since protobuf 3.14 generated C++ code has arenas regardless of the option.
  ccEnableArenas: 'true',
  ccGenericServices: 'false',
  javaGenericServices: 'false',
  pyGenericServices: 'false',
  javaStringCheckUtf8: 'false',
  ctype: '"STRING"',
};

/** Custom options that only describe: documentation tools and client libraries read them. */
const DESCRIBING = new Set(
  'resource_reference resource resource_definition default_host oauth_scopes method_signature field_info'
    .split(' ')
    .map((name) => `(google.api.${name})`),
);

/** The effect on a side that need not change anything. */
const HARMLESS: Effect = { class: 'documentation', how: '' };

/**
 * Judges one option.
 *
 * @param old the old value as text; undefined when it was not set
 * @param now the new value as text; undefined when it is not set
 * @returns undefined when it did not change, or buf reports it
 */
export function judgeOption(name: string, old: string | undefined, now: string | undefined): OptionChange | undefined {
  const [before, after] = [old, now].map((value) => (value === USUAL[name] ? undefined : value));
  if (before === after || JUDGED_BY_BUF.has(name)) return undefined;
  const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const isCustom = name.startsWith('(');
  const kind = isCustom ? `option-${name.slice(1, -1)}` : 'option-changed';
  const harmless = {
    kind,
    change: `option ${isCustom ? name : snake(name)} ${verb}`,
    clients: HARMLESS,
    servers: HARMLESS,
  };
  if (name === 'deprecated') return deprecation(after === 'true');
  if (TEXTS.has(name) || DESCRIBING.has(name)) return harmless;
  if (name === PUBLIC_IMPORTS) return passedOn(before, after);
  if (name === 'packed') {
    const both: Effect = { class: 'compatible', how: 'understand both encodings of the list' };
    return { ...harmless, clients: both, servers: both };
  }
  if (name === 'idempotencyLevel') return idempotency(harmless, before, after);
  const language = CODE[name];
  if (language === undefined) {
    const unknown: Effect = { class: 'unclear', how: 'the report does not know this option: compare both' };
    return { ...harmless, clients: unknown, servers: unknown };
  }
  if (before === undefined) {
    const only: Effect = { ...HARMLESS, how: `affects only generated ${language} code` };
    return { ...harmless, clients: only, servers: only };
  }
  const generated: Effect = {
    class: 'breaking',
    how: `generated ${language} code changes; the messages stay the same`,
  };
  return { ...harmless, clients: generated, servers: generated };
}

/** Judges public imports: a file that imports this one also gets their types. */
function passedOn(before: string | undefined, after: string | undefined): OptionChange {
  const [old, now] = [before, after].map((text) => text?.split(', ') ?? []);
  const gone = (old ?? []).filter((path) => now?.includes(path) !== true);
  const effect: Effect =
    gone.length > 0
      ? { class: 'breaking', how: 'files that import this one no longer get the types' }
      : { class: 'compatible', how: 'files that import this one get the types too' };
  const change = gone.length > 0 ? `no longer passes on ${gone.join(', ')}` : 'passes on more imports';
  return { kind: 'option-public-imports', change, clients: effect, servers: effect };
}

function deprecation(now: boolean): OptionChange {
  return now
    ? {
        kind: 'deprecated',
        change: 'marked as deprecated: it still works, but will be removed',
        clients: { class: 'compatible', how: 'should look for a replacement' },
        servers: HARMLESS,
      }
    : { kind: 'deprecation-withdrawn', change: 'no longer deprecated', clients: HARMLESS, servers: HARMLESS };
}

function idempotency(shown: OptionChange, before: string | undefined, after: string | undefined): OptionChange {
  const [old, now] = [before, after].map((text) => LEVELS[text?.replaceAll('"', '') ?? ''] ?? 0);
  return (now ?? 0) > (old ?? 0)
    ? {
        ...shown,
        clients: { class: 'compatible', how: 'may retry the call, or send it as a read' },
        servers: { class: 'breaking', how: 'have to keep this promise' },
      }
    : {
        ...shown,
        clients: { class: 'breaking', how: 'can no longer rely on it' },
        servers: { class: 'compatible', how: 'no longer have to keep this promise' },
      };
}

/** The name as written in a protobuf file. */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
