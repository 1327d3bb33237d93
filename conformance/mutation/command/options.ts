/** The command line of `npm run mutants`, and of `wallet-mutants`, which takes documents only. */
import { calledAs, createCommand, Option, type Requested as Read, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { names } from '@wallet-services/kit/values';
import { type ContractService as ServiceName, serviceNames } from '../../model/document/services.ts';
import { renamed, useInstead } from '../../model/renamed.ts';

/** The faulty servers derived from a document, in front of a correct server. */
export interface DocumentOptions {
  readonly document: string;
  readonly overlay?: readonly string[];
  readonly url?: string;
  readonly target?: string;
  /** Id of the only server that is tried; `*` stands for any text. */
  readonly mutant?: string;
  /** File for the requests and answers of the whole run against it. */
  readonly har?: string;
}

/** The faulty servers of the services of the contract, in front of the reference server. */
export interface ContractOptions {
  readonly services: readonly ServiceName[];
  readonly mutant?: string;
  readonly har?: string;
}

interface Flags extends Partial<DocumentOptions> {
  readonly service?: readonly ServiceName[];
}

const DESCRIPTION =
  'Runs the suite on faulty servers: it must detect each of them. ' +
  'Each is a correct server behind a proxy that does one thing wrong.';

const NOTES = `
With --document: a faulty server for each behaviour that the document declares (x-behaviour), in front of the server
at --url, which must pass the check. Without it: those of the services of the contract, in front of the reference server, and correct
servers that make other choices, which must pass.

Examples:
  npm run mutants -- --document cinema.yaml --url http://127.0.0.1:8090
  npm run mutants -- --document cinema.yaml --target target.yaml --mutant '*more than its limit*'
  npm run mutants -- --document cinema.yaml --target target.yaml --mutant 'listFilms is not there' --har run.har
  npm run mutants -- --service vault

Exit code: 0 when every faulty server is detected, 1 when not, 2 for wrong usage.
`;

function meant({ document, overlay, url, target, service, mutant, har }: Flags): DocumentOptions | ContractOptions {
  if (har !== undefined && mutant === undefined) throw new UsageError('--har needs --mutant: it records one server');
  if (document === undefined) {
    if ([overlay, url, target].some((one) => one !== undefined))
      throw new UsageError('--overlay, --url and --target need --document FILE');
    return { services: service ?? serviceNames, mutant, har };
  }
  if (service !== undefined)
    throw new UsageError('--service does not go with --document: it chooses services of the contract');
  if (url === undefined && target === undefined)
    throw new UsageError('add --url URL or --target FILE: the address of the server');
  return { document, overlay, url, target, mutant, har };
}

/** An option under its old name, which the help does not show: it is an error that names the new one. */
function oldOption(old: keyof typeof renamed.options): Option {
  return new Option(`${old} <id>`).hideHelp().argParser(() => {
    throw new UsageError(useInstead(old, renamed.options[old]));
  });
}

/** Reads the arguments, without the program's own name. */
export function readOptions(args: readonly string[]): Read<DocumentOptions | ContractOptions> {
  const command = createCommand({ call: calledAs('mutants', 'wallet-mutants'), description: DESCRIPTION, notes: NOTES })
    .option('--document <file or address>', 'an OpenAPI document that declares behaviour')
    .option('--overlay <files...>', 'OpenAPI Overlays that are laid over it')
    .option('--url <url>', 'address of a server that does what the document says')
    .option('--target <file>', 'target file of that server, as for npm run check')
    .option('--mutant <id>', 'only this faulty server, with the whole report; * stands for any text')
    .addOption(oldOption('--fault'))
    .option('--har <file>', 'writes the requests and responses of that run as an HTTP archive')
    .option(
      '--service <names>',
      'only these services of the contract, separated by commas',
      names(serviceNames, 'the services'),
    );
  return readCommand<Flags, DocumentOptions | ContractOptions>(command, args, meant);
}
