/**
 * Tests all generators of the page on all services, and prints the page's table of results: `node e2e/generators/all.ts
 * [--only kubb] [--only ogen]`. It installs missing generators, so the first run takes long.
 */
import { parseArgs } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { startServer } from '@wallet-services/server';
import { install, place } from './install.ts';
import { others } from './others.ts';
import { questionsTo } from './questions.ts';
import { type Tool, tools } from './tools.ts';
import { call, generate, newTrial, type Trial } from './trial.ts';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const all = [...tools, ...others];
const stray = values.only?.find((name) => all.every((tool) => tool.name !== name));
if (stray !== undefined) throw new Error(`--only ${stray}: there are ${all.map(({ name }) => name).join(', ')}`);
const chosen = all.filter(({ name }) => values.only?.includes(name) ?? true);

const server = await startServer({ port: 0, rpcPort: 0 });
const questions = await questionsTo(server);

/** The end of a command's output. */
const reasonOf = (error: unknown) => {
  const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
  return `${message.split('\n')[0]}\n${(stdout + stderr).trim().slice(-1_500)}`;
};

async function generated(trial: Trial): Promise<number> {
  let count = 0;
  for (const service of serviceNames) {
    try {
      await generate(trial, service);
      count += 1;
    } catch (error) {
      console.error(`${trial.tool.name}, ${service}: ${reasonOf(error)}`);
    }
  }
  return count;
}

/** Number of services that a generator generates, whether all compile together, and for how many it reads an answer. */
async function tried(tool: Tool): Promise<readonly [generates: number, compiles: number, decodes: number]> {
  if (!install([tool]) || !place(tool).installed) return [0, 0, 0];
  const trial = await newTrial(tool);
  let count = 0;
  try {
    count = await generated(trial);
    const reported = await call(trial, questions);
    const right = serviceNames.filter(
      (service) => (reported as Record<string, unknown>)[service] === questions.expected[service],
    );
    return [count, serviceNames.length, right.length];
  } catch (error) {
    console.error(`${tool.name}: ${reasonOf(error)}`);
    return [count, 0, 0];
  } finally {
    await trial.remove();
  }
}

const rows: string[] = [];
let failures = 0;
for (const tool of chosen) {
  const began = performance.now();
  const counts = await tried(tool);
  if (counts.some((count) => count < serviceNames.length)) failures += 1;
  rows.push(`| ${[tool.name, ...counts].join(' | ')} |`);
  process.stderr.write(`${tool.name}: ${counts.join(', ')} (${((performance.now() - began) / 1000).toFixed(0)} s)\n`);
}
await server.close();
console.log(`\n| Tool and language | generates | compiles | decodes |\n|---|---|---|---|\n${rows.join('\n')}`);
process.exitCode = failures === 0 ? 0 : 1;
