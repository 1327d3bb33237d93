/**
 * The reference server in a separate process, as an implementation that the suite knows by its address alone: a correct
 * server for faults to be put in front of.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import type { CorrectServer } from '../mutation/trial.ts';
import { openContract } from '../run/contract.ts';
import type { RunReport } from '../run/report.ts';
import { readTargetAt } from '../target/file.ts';

export interface Reference extends CorrectServer {
  readonly httpUrl: string;
  readonly rpcUrl: string;
  close(): Promise<void>;
}

/** The command of the server's package, beside the module that the package exports. */
const command = fileURLToPath(new URL('./cli.ts', import.meta.resolve('@wallet-services/server')));

/** The target file of the server, from the checks of the contract. */
const committed = new URL(import.meta.resolve('@wallet-services/checks/testing/reference.yaml'));

/** The addresses that the server prints when it is ready, by their labels. */
async function addressesOf({ stdout }: ChildProcess): Promise<{ readonly httpUrl: string; readonly rpcUrl: string }> {
  let httpUrl: string | undefined;
  if (stdout === null) throw new Error('the reference server prints nothing');
  for await (const line of createInterface(stdout)) {
    const [, name, url] = /^ {2}(start here|gRPC) +(http:\/\/[^/\s]+)/.exec(line) ?? [];
    if (name === 'start here') httpUrl = url;
    if (name === 'gRPC' && url !== undefined && httpUrl !== undefined) return { httpUrl, rpcUrl: url };
  }
  throw new Error('the reference server ended before it was ready');
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

/**
 * Starts the reference server on free ports; its target is the committed one, at these ports.
 *
 * @param more further arguments of its command
 */
export async function startReference(more: readonly string[] = []): Promise<Reference> {
  const contract = openContract();
  const given = ['--port', '0', '--rpc-port', '0', '--log-level', 'silent', ...more];
  const server = spawn(process.execPath, [command, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test or command that is killed does not leave the server running.
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const timer = setTimeout(kill, PATIENCE);
  try {
    const addresses = await addressesOf(server);
    const { httpUrl, rpcUrl } = addresses;
    const usual = { 'http://127.0.0.1:4000': httpUrl, 'http://127.0.0.1:4001': rpcUrl };
    const target = await readTargetAt(committed, usual, contract);
    server.stdout?.resume();
    return {
      ...addresses,
      target,
      contract,
      async close() {
        process.off('exit', kill);
        await stopped(server);
      },
    };
  } catch (error) {
    kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The checks of a report with another verdict than these. */
export function unlike(report: RunReport, ...verdicts: readonly string[]) {
  return report.services.flatMap(({ checks }) =>
    checks
      .filter(({ verdict }) => !verdicts.includes(verdict))
      .map(({ rule, operation, verdict, reasons, findings }) => ({ rule, operation, verdict, reasons, findings })),
  );
}

/** Calls a function with a reference server without earlier writes. */
export async function withReference<Result>(use: (reference: Reference) => Promise<Result>): Promise<Result> {
  const reference = await startReference();
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}
