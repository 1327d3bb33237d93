/** Which clients there are: every folder with a `client.json`. README.md says what its members mean. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, messageOf } from '@wallet-services/kit/errors';

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]];

/** What is done with a client, in this order. */
export const stepNames = ['prepare', 'generate', 'build', 'lint', 'samples', 'test', 'pack'] as const;
export type StepName = (typeof stepNames)[number];

/** A toolchain. */
export interface Need {
  /** Prints its version. */
  readonly command: CommandLine;
  readonly atLeast: string;
  /** Packages of Debian that bring it. */
  readonly debian: readonly string[];
}

/** How a client writes the limits that all share. */
export interface LimitTemplates {
  /** Relative to the client's folder. */
  readonly file: string;
  /** The whole file; `{limits}` is replaced by the constants. */
  readonly text: string;
  /** One constant of each kind: `{NAME}`, `{Name}`, `{meaning}`, `{value}`, and of a duration `{seconds}`. */
  readonly number: string;
  readonly numbers: string;
  readonly milliseconds: string;
}

/** How the code samples of a client are tried: each is written to a file, and then the commands of `samples` run. */
export interface SampleFiles {
  /** Of `x-codeSamples`. */
  readonly lang: string;
  /** Relative to the client's folder; `{name}` is the service and the operation. */
  readonly file: string;
  /** Around a sample that is no whole file: `{imports}`, `{name}` and `{code}`. */
  readonly text?: string;
}

/** A client, and where it is. */
export interface ClientFolder extends Partial<Record<StepName, readonly CommandLine[]>> {
  /** Name of the folder. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly package: string;
  /** Its page, relative to the folder of all clients. */
  readonly readme: string;
  readonly needs: readonly Need[];
  readonly generated: readonly string[];
  readonly packed: readonly string[];
  readonly check: CommandLine;
  readonly bench?: CommandLine;
  readonly limits?: LimitTemplates;
  readonly sampleFiles?: SampleFiles;
}

/** The folder of all clients. */
export const clientsFolder = fileURLToPath(new URL('..', import.meta.url));

/** The page about all of them. */
export const clientsPage = join(clientsFolder, 'README.md');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isCommand = (value: unknown) => isTexts(value) && value.length > 0;
const isCommands = (value: unknown) => Array.isArray(value) && value.every(isCommand);
const isNeed = (value: unknown) => {
  const { command, atLeast, debian } = value as Record<string, unknown>;
  return isCommand(command) && isText(atLeast) && isTexts(debian);
};

const isLimits = (value: unknown) => {
  const { file, text, number, numbers, milliseconds } = value as Record<string, unknown>;
  return isTexts([file, text, number, numbers, milliseconds]);
};

const isSampleFiles = (value: unknown) => {
  const { lang, file, text = '{code}' } = value as Record<string, unknown>;
  return isTexts([lang, file, text]);
};

type Form = readonly [what: string, holds: (value: unknown) => boolean, required?: boolean];

const forms: Readonly<Record<string, Form>> = {
  name: ['a text', isText, true],
  package: ['a text', isText, true],
  readme: ['a text', isText],
  needs: ['a list of {command, atLeast, debian}', (value) => Array.isArray(value) && value.every(isNeed), true],
  generated: ['a list of folders', isTexts],
  packed: ['a list of patterns', isTexts],
  check: ['a command, as a list of texts', isCommand, true],
  bench: ['a command, as a list of texts', isCommand],
  limits: ['{file, text, number, numbers, milliseconds}', isLimits],
  sampleFiles: ['{lang, file, text}', isSampleFiles],
  ...Object.fromEntries(stepNames.map((name) => [name, ['a list of commands', isCommands] as const])),
};

/**
 * Reads what a folder says of itself.
 *
 * @throws Failure that names the member that is wrong
 */
export function readManifest(id: string, path: string, text: string): ClientFolder {
  const wrong = (what: string) =>
    new Failure(`clients/${id}/client.json: ${what}; see clients/README.md for the format`);
  let members: Record<string, unknown>;
  try {
    members = JSON.parse(text);
  } catch (error) {
    throw wrong(messageOf(error));
  }
  const stray = Object.keys(members).find((name) => !(name in forms));
  if (stray !== undefined) throw wrong(`${stray} is not a known member`);
  for (const [name, [what, holds, required = false]] of Object.entries(forms)) {
    const value = members[name];
    if (value === undefined ? required : !holds(value)) throw wrong(`${name} is not ${what}`);
  }
  const readme = isText(members['readme']) ? members['readme'] : 'README.md';
  return { generated: [], packed: [], ...members, readme: join(id, readme), id, path } as unknown as ClientFolder;
}

/** All clients, by the names of their folders. */
export async function readClients(): Promise<readonly ClientFolder[]> {
  const entries = await readdir(clientsFolder, { withFileTypes: true });
  const read = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const path = join(clientsFolder, name);
      const text = await readFile(join(path, 'client.json'), 'utf8').catch(() => undefined);
      return text === undefined ? [] : [readManifest(name, path, text)];
    });
  return (await Promise.all(read)).flat().sort((one, other) => one.id.localeCompare(other.id));
}
