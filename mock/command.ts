/** What the command lines of mock and proxy have in common. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';

/** What a command line asks for. */
export type CommandRequest<Options> =
  | { readonly kind: 'start'; readonly options: Options }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'usage'; readonly problem: string };

/** A command without options. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .usage('[options]')
    .description(description)
    .helpOption('--help', 'this text')
    .allowExcessArguments(false)
    .exitOverride();
}

/**
 * Reads arguments; never exits and never writes.
 *
 * @param notes the end of the help: examples
 * @param toOptions what the flags mean
 */
export function parse<Flags extends object, Options>(
  command: Command,
  args: readonly string[],
  notes: string,
  toOptions: (flags: Flags) => Options,
): CommandRequest<Options> {
  let help = '';
  command.addHelpText('after', notes).configureOutput({
    writeOut: (text) => {
      help += text;
    },
    // The message is on the CommanderError as well.
    writeErr: () => {},
  });
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text: help };
    return { kind: 'usage', problem: error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ') };
  }
  return { kind: 'start', options: toOptions(command.opts<Flags>()) };
}

/** Reads a port. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a whole number from 0 to 65535.');
}
