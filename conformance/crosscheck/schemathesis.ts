/** Runs Schemathesis, an independent tool, on one service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One kind of failure at one operation. */
export interface Finding {
  /** `GET /vats` */
  readonly operation: string;
  readonly title: string;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly milliseconds: number;
}

export interface Settings {
  /** Path of the program. */
  readonly program: string;
  /** Path of the OpenAPI document. */
  readonly document: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The time limit of the run, in milliseconds. */
  readonly limit: number;
}

interface Report {
  readonly running_time: number;
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly {
    readonly title: string;
    readonly operations: readonly (string | { label: string })[];
  }[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The path from the environment, else the one where the README installs it; null if there is no program. */
export function findProgram(environment: Readonly<Record<string, string | undefined>>): string | null {
  const places = [environment['SCHEMATHESIS'], here('./.venv/bin/schemathesis')];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}

function findingsOf({ failures }: Report): readonly Finding[] {
  return failures.flatMap(({ title, operations }) =>
    operations.map((operation) => ({ title, operation: typeof operation === 'string' ? operation : operation.label })),
  );
}

/** @throws when it does not run to its end within the limit, or writes no report. */
export async function runSchemathesis({ program, document, url, headers, limit }: Settings): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-'));
  const report = join(folder, 'report.json');
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const flags = ['--url', url, '--report', 'json', '--report-json-path', report, '--no-color', '--warnings', 'off'];
  try {
    const settings = ['--config-file', here('./schemathesis.toml'), 'run', document, ...flags, ...given];
    const child = spawn(program, settings, { cwd: folder, stdio: 'ignore', timeout: limit });
    const [code] = await once(child, 'close');
    if (code !== 0 && code !== 1)
      throw new Error(`Schemathesis ended with ${code ?? 'a signal'}: it took longer than ${limit} ms, or failed`);
    const read: Report = JSON.parse(await readFile(report, 'utf8'));
    return {
      findings: findingsOf(read),
      requests: read.test_cases.generated,
      milliseconds: Math.round(read.running_time * 1000),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
