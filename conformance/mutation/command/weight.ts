/** `npm run weight`: the lines of source that a check and a faulty server cost. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { rulesOf } from '../../run/catalogue.ts';
import { openContract } from '../../run/contract.ts';
import { contractFor } from '../../run/document.ts';
import { declaredMutants } from '../declared.ts';
import { testServersOf } from '../mutants.ts';

const root = join(import.meta.dirname, '../../..');

/** A document with families that no service of the contract uses; their faulty servers are counted here. */
const EXAMPLE = join(root, 'conformance/examples/cinema/openapi.yaml');

/** The folders that hold the checks and the faulty servers. */
const FOLDERS = ['conformance/families', 'conformance/builtin', 'conformance/mutation', 'checks'];

/** Tests, the proposals of declarations, and the command that tries faulty servers. */
const NOT_CHECKS = /\.test\.ts$|\/(?:testing|command)\/|\/candidates\.ts$/;

/** The most lines that a check, and a faulty server, may cost. */
const MOST = { checks: 70, 'faulty servers': 14 };

async function linesOf(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', `${folder}/*.ts`], { cwd: root });
  const files = stdout.split('\n').filter((file) => file !== '' && !NOT_CHECKS.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/** Prints the weights. @returns the exit code */
async function printWeights(): Promise<number> {
  const contract = openContract();
  const services = await Promise.all(contract.services.map((name) => contract.service(name)));
  const servers = await Promise.all(services.map(testServersOf));
  const example = await contractFor({ document: EXAMPLE });
  const { api } = await example.service(example.services[0] ?? '');
  const counts = {
    checks: services.reduce((sum, service) => sum + rulesOf(service).length, 0),
    'faulty servers': servers.reduce((sum, { mutants }) => sum + mutants.length, declaredMutants(api).length),
  };
  const lines = await Promise.all(FOLDERS.map(linesOf));
  FOLDERS.forEach((folder, at) => {
    console.log(`${folder.padEnd(24)} ${String(lines[at]).padStart(7)} lines`);
  });
  const all = lines.reduce((sum, one) => sum + one, 0);
  let code = 0;
  for (const [name, most] of Object.entries(MOST)) {
    const count = counts[name as keyof typeof counts];
    const each = all / count;
    console.log(`${name.padEnd(24)} ${String(count).padStart(7)}: ${each.toFixed(1)} lines each, at most ${most}`);
    code = Math.max(code, each > most ? 1 : 0);
  }
  return code;
}

const command = createCommand({
  call: 'npm run weight --',
  description: 'Counts the lines of source that a check and a faulty server of the services and the example cost.',
  notes:
    '\nExamples:\n  npm run weight\n\nExit code: 0 when neither costs more than its limit, 1 when one does, 2 for wrong usage.\n',
});
await runCommand(
  'weight',
  readCommand<object, null>(command, process.argv.slice(2), () => null),
  printWeights,
);
