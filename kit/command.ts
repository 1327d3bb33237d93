/**
 * All commands behave alike: help with examples, and a wrong command line is reported in one sentence with exit code 2.
 */
import { Command, CommanderError } from 'commander';
import { enterCallersFolder } from './begin.ts';
import { exitCodeOf, messageOf, UsageError } from './errors.ts';
import { harmless } from './harmless.ts';

export { type Command, InvalidArgumentError, Option } from 'commander';
export { callersFolder } from './begin.ts';

export interface CommandTexts {
  /** How the command is called, up to its own options: `npm run mock --`. */
  readonly call: string;
  readonly description: string;
  /** The text after the call in the help. Default: `[options]`. */
  readonly usage?: string;
  /** The end of the help: examples, exit codes. */
  readonly notes?: string;
}

/** What a command line requests. */
export type Requested<Options> =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help'; readonly text: string }
  /** The error of an invalid command line: one sentence, with a hint. */
  | { readonly kind: 'usage'; readonly problem: string };

/** A command without options. */
export function createCommand({ call, description, usage = '[options]', notes = '' }: CommandTexts): Command {
  return new Command(call)
    .usage(usage)
    .description(description)
    .helpOption('--help', 'show this help')
    .addHelpText('after', notes)
    .allowExcessArguments(false)
    .exitOverride();
}

/**
 * Reads arguments; never exits and never writes.
 *
 * @param args without the names of Node and of the script
 * @param toOptions converts the flags; throws UsageError when they cannot be combined
 */
export function readCommand<Flags extends object, Options>(
  command: Command,
  args: readonly string[],
  toOptions: (flags: Flags, operands: readonly string[]) => Options,
): Requested<Options> {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    // The message is on the CommanderError as well.
    writeErr: () => undefined,
  });
  try {
    command.parse([...args], { from: 'user' });
    return { kind: 'run', options: toOptions(command.opts<Flags>(), command.args) };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { kind: 'help', text: help };
    if (!(error instanceof CommanderError || error instanceof UsageError)) throw error;
    return { kind: 'usage', problem: withHint(error.message, command.name()) };
  }
}

function withHint(message: string, call: string): string {
  const sentence = withoutPasswords(message)
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return `${sentence}. Try: ${call} --help`;
}

/**
 * How a command was called: by its npm script in this repository, or as a program where its package is installed.
 *
 * @example
 * calledAs('check', 'wallet-conformance') // 'npm run check --', under `npm run check`
 */
export function calledAs(
  script: string,
  program: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return environment['npm_lifecycle_event'] === script ? `npm run ${script} --` : program;
}

/**
 * A text about a command, such as its examples, as its caller would type it.
 *
 * @example
 * calledSo('npx @wallet-services/mock', 'mock', 'npm run mock -- --help') // 'npx @wallet-services/mock --help'
 */
export function calledSo(call: string, script: string, text: string): string {
  const under = `npm run ${script}`;
  return call.startsWith(under) ? text : text.replaceAll(new RegExp(`${under}(?![\\w:-])(?: --(?= ))?`, 'g'), call);
}

/**
 * Runs a command to its exit code: help, a wrong command line and failures are the same for all.
 *
 * @param name the beginning of its messages
 * @param work returns the exit code
 */
export async function runCommand<Options>(
  name: string,
  requested: Requested<Options>,
  work: (options: Options) => Promise<number>,
): Promise<void> {
  enterCallersFolder();
  // A reader that stops early, such as `head`, is not a failure.
  process.stdout.on('error', () => undefined);
  try {
    if (requested.kind === 'help') process.stdout.write(requested.text);
    else if (requested.kind === 'usage') throw new UsageError(requested.problem);
    else process.exitCode = await work(requested.options);
  } catch (error) {
    complain(name, error);
  }
}

/**
 * The password in an address, up to the last character that may end it: a password that was not encoded may contain
 * any.
 */
const PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):\S*@/gi;

function withoutPasswords(text: string): string {
  return text.replace(PASSWORD, '$1:***@');
}

/** Reports the error that ended a command, and sets the exit code. */
export function complain(name: string, error: unknown): void {
  const lines = withoutPasswords(harmless(messageOf(error))).split('\n');
  process.stderr.write(lines.map((line) => `${name}: ${line}\n`).join(''));
  process.exitCode = exitCodeOf(error);
}
