/**
 * Test helpers: a real PostgreSQL. Uses that of TEST_DATABASE_URL, as a user who may create databases, or starts a
 * cluster in a temporary folder from the installed programs, which ends with the tests.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { Client } from 'pg';

const run = promisify(execFile);

/** Settings of a cluster for tests: writes are not synchronised to the disk. */
const HASTY = ['fsync', 'full_page_writes'].map((name) => `-c ${name}=off`);

/** Setting with which a crash may lose the latest commits. */
const FORGETFUL = '-c synchronous_commit=off';

type Environment = Readonly<Record<string, string | undefined>>;

/** A separate cluster, which tests can disturb. */
export interface OwnPostgres extends Postgres {
  /** Kills it and starts it again. */
  restart(): Promise<void>;
  /** Stops all of its processes. @returns a function that continues them */
  freeze(): Promise<() => void>;
}

/** A running PostgreSQL. */
export interface Postgres {
  /** Creates an empty database. @returns its address */
  create(): Promise<string>;
  /** Creates an empty schema in the existing database, which is faster. @returns its address */
  schema(): Promise<string>;
  /** Ends the started processes. */
  stop(): Promise<void>;
}

/**
 * Whether tests that need a PostgreSQL are skipped: only outside of CI, when there is none, with a message. In CI they
 * run and fail, so that no change is merged untested.
 */
export function mustSkipPostgres(environment: Environment): boolean {
  if (environment['TEST_DATABASE_URL'] || environment['CI'] || existsSync(DEBIAN) || onPath(environment)) return false;
  process.stderr.write('\nSKIPPED: tests need PostgreSQL, but it is not installed: apt-get install postgresql\n\n');
  return true;
}

/** Starts a PostgreSQL, or uses the configured one. @throws Error naming the package to install when there is none */
export async function startPostgres(environment: Environment): Promise<Postgres> {
  const given = environment['TEST_DATABASE_URL'];
  if (given) return { create: () => create(given), schema: () => newSchema(given), stop: async () => undefined };
  return startCluster(environment, [FORGETFUL]);
}

/**
 * Starts a PostgreSQL from the installed programs, which keeps its committed data when its processes end.
 *
 * @throws Error naming the package to install when there is none
 */
export function startOwnPostgres(environment: Environment): Promise<OwnPostgres> {
  return startCluster(environment, []);
}

async function startCluster(environment: Environment, more: readonly string[]): Promise<OwnPostgres> {
  const programs = await programsOf(environment);
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  const user = await userOf();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  // With a log file: a server that inherits the output of pg_ctl keeps it open, and the call would wait for its end.
  const always = ['-D', data, '-l', join(folder, 'log'), '-w'];
  const pgCtl = (...args: readonly string[]) =>
    run(join(programs, 'pg_ctl'), [...always, ...args], { ...user, cwd: folder, timeout: PATIENCE });
  const settings = [
    `-c listen_addresses= -c unix_socket_directories=${folder} -c shared_buffers=32MB`,
    ...HASTY,
    ...more,
  ];
  try {
    const making = ['-D', data, '-U', 'wallet', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    await run(join(programs, 'initdb'), making, { ...user, cwd: folder, timeout: PATIENCE });
    await pgCtl('-o', settings.join(' '), 'start');
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const address = `postgres://wallet@localhost/postgres?host=${encodeURIComponent(folder)}`;
  return {
    create: () => create(address),
    schema: () => newSchema(address),
    restart: async () => void (await pgCtl('-m', 'immediate', 'restart')),
    async freeze() {
      const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      // One after the other: a stopped process cannot start others.
      process.kill(Number(pid), 'SIGSTOP');
      const { stdout } = await run('pgrep', ['-P', pid]);
      const all = [Number(pid), ...stdout.split('\n').filter(Boolean).map(Number)];
      for (const one of all) process.kill(one, 'SIGSTOP');
      return () => {
        for (const one of all) process.kill(one, 'SIGCONT');
      };
    },
    async stop() {
      await pgCtl('-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function create(address: string): Promise<string> {
  const name = await make(address, 'database');
  const made = new URL(address);
  made.pathname = `/${name}`;
  return made.href;
}

/** Creates an empty schema in an existing database. @returns its address */
export async function newSchema(address: string): Promise<string> {
  const name = await make(address, 'schema');
  const made = new URL(address);
  made.searchParams.set('options', `-csearch_path=${name}`);
  return made.href;
}

/** @returns the name */
async function make(address: string, what: 'database' | 'schema'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(`create ${what} ${name}`);
  await client.end();
  return name;
}

/** The folder in which Debian installs the versions. */
const DEBIAN = '/usr/lib/postgresql';

function onPath({ PATH = '' }: Environment): string | undefined {
  return PATH.split(':').find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

async function programsOf(environment: Environment): Promise<string> {
  const versions = existsSync(DEBIAN) ? await readdir(DEBIAN) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'));
  const found = onPath(environment) ?? newest.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('there is no PostgreSQL to test with: apt-get install postgresql');
  return found;
}

/** PostgreSQL does not run as root: it then runs as the user of Debian's package, or as `nobody`. */
async function userOf(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = async (flag: string) => Number((await run('id', [flag, name])).stdout);
      const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
      return { uid, gid };
    } catch {
      // The user does not exist: try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user to run it as');
}
