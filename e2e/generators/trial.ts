/**
 * Tests a generator as a user runs it: generates all services, and compiles the result with a program that calls it.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { build } from 'esbuild';
import { place } from './install.ts';
import type { Questions } from './questions.ts';
import type { Language, Tool } from './tools.ts';

const exec = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const languageOf = ({ from, language }: Tool): Language =>
  language ?? ({ npm: 'typescript', pip: 'python', go: 'go', maven: 'java' } as const)[from];

/** Time limits of a generator's command, and of compiling and calling, in milliseconds. */
const LIMITS = { generate: 600_000, call: 1_800_000 };

/** The folder of a generator's test. */
export interface Trial {
  readonly tool: Tool;
  readonly folder: string;
  remove(): Promise<void>;
}

export async function newTrial(tool: Tool): Promise<Trial> {
  const folder = await mkdtemp(join(place(tool).home, 'try-'));
  return { tool, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs the command of the page for one service. */
export async function generate({ tool, folder }: Trial, service: string): Promise<void> {
  const { bin } = place(tool);
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  const document = here(`../../generated/openapi/portable/${service}.yaml`);
  const out = join(folder, tool.out.replaceAll('SERVICE', service));
  await mkdir(join(out, '..'), { recursive: true });
  if (tool.name === 'kubb') await writeFile(join(folder, `${service}.config.js`), kubbConfig(document, service));
  const words = tool.command.replaceAll('SERVICE', service).split(' ');
  const [command = '', ...args] = words.map((word) => word.replace('DOCUMENT', document).replace('OUT', out));
  await exec(join(bin, command), args, { cwd: folder, env, timeout: LIMITS.generate, maxBuffer: 2 ** 26 });
}

/** The configuration on the page. */
function kubbConfig(document: string, service: string): string {
  return `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: ${JSON.stringify(document)} },
  output: { path: './${service}' },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'axios' })],
});
`;
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
};

/** Runs a compiler or its output; the probe reads its requests from the variable `ASK`. */
type Run = (command: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;

interface Calling extends Trial {
  readonly questions: Questions;
  readonly run: Run;
  readonly home: string;
}

/** Compiles the output with a program that calls it, and runs that. @returns the output of the program */
const callers: Readonly<Record<Language, (calling: Calling) => Promise<string>>> = {
  async typescript({ tool, folder, questions, run }) {
    const probe = join(folder, 'probe.ts');
    await copyFile(here(`probes/${tool.name}.txt`), probe);
    await copyFile(here('probes/ask.d.txt'), join(folder, 'ask.d.ts'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await run(here('../../node_modules/.bin/tsc'), ['-p', folder]);
    const outfile = join(folder, 'probe.mjs');
    const define = { ask: JSON.stringify(questions.send) };
    await build({ entryPoints: [probe], bundle: true, packages: 'external', format: 'esm', outfile, define });
    return run(process.execPath, [outfile]);
  },
  async python({ tool, folder, run, home }) {
    await copyFile(here(`probes/${tool.name}.txt`), join(folder, 'probe.py'));
    // If each service is a project, its package is in a folder below it.
    const paths = serviceNames.map((service) => join(folder, service)).join(':');
    const env: Record<string, string> = tool.from === 'maven' ? { PYTHONPATH: paths } : {};
    return run(join(home, 'python/bin/python'), [join(folder, 'probe.py')], env);
  },
  async go({ tool, folder, run, home }) {
    await copyFile(here(`probes/${tool.name}.txt`), join(folder, 'main.go'));
    await copyFile(join(home, 'go.mod'), join(folder, 'go.mod'));
    return run('go', ['run', '.'], { GOFLAGS: '-mod=mod' });
  },
  async java({ tool, folder, run, home }) {
    await copyFile(here(`probes/${tool.name}.txt`), join(folder, 'Probe.java'));
    const sources = serviceNames.map((service) => join(folder, service, 'src/main/java')).join(':');
    const classpath = join(home, 'lib/*');
    await run('javac', ['-nowarn', '-d', 'classes', '-cp', classpath, '-sourcepath', sources, 'Probe.java']);
    return run('java', ['-cp', `classes:${classpath}`, 'Probe']);
  },
  async kotlin({ tool, folder, run, home }) {
    await copyFile(here(`probes/${tool.name}.txt`), join(folder, 'Probe.kt'));
    const sources = serviceNames.map((service) => join(folder, service, 'src/main/kotlin'));
    const jars = (await run('sh', ['-c', `ls ${home}/lib/*.jar`])).trim().replaceAll('\n', ':');
    const compiler = ['org.jetbrains.kotlin.cli.jvm.K2JVMCompiler', '-no-stdlib', '-nowarn'];
    await run('java', ['-cp', jars, ...compiler, '-d', 'classes', '-cp', jars, ...sources, 'Probe.kt']);
    return run('java', ['-cp', `classes:${jars}`, 'ProbeKt']);
  },
  async rust({ tool, folder, run, home }) {
    await mkdir(join(folder, 'src'));
    await copyFile(here(`probes/${tool.name}.txt`), join(folder, 'src/main.rs'));
    const crates = serviceNames.map((service) => `${service} = { path = "${service}" }\n`).join('');
    const cargo = `[package]\nname = "probe"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\n${crates}
serde_json = "1"\nreqwest = { version = "0.13", default-features = false }\ntokio = { version = "1", features = ["macros", "rt"] }\n`;
    await writeFile(join(folder, 'Cargo.toml'), cargo);
    return run('cargo', ['run', '--quiet'], { CARGO_TARGET_DIR: join(home, 'target') });
  },
};

/** Compiles the output with a program that calls it, and runs that. @returns the values read, by service */
export async function call(trial: Trial, questions: Questions): Promise<unknown> {
  const { folder, tool } = trial;
  const run: Run = async (command, args, variables = {}) => {
    const env = { ...process.env, ASK: JSON.stringify(questions.send), ...variables };
    return (await exec(command, args, { cwd: folder, env, timeout: LIMITS.call, maxBuffer: 2 ** 26 })).stdout;
  };
  const { home } = place(tool);
  return JSON.parse(await callers[languageOf(tool)]({ ...trial, questions, run, home }));
}
