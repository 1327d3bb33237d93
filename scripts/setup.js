#!/usr/bin/env node
// Makes a fresh clone runnable: most scripts of package.json call this first.
// Plain JavaScript that old Nodes can run, because it is what brings the new one.
//
// 1. Installs the locked dependencies when they are missing or package-lock.json has changed: all of them, or, as
//    `setup.js start`, those of one purpose. Not with `npm ci`: that refuses a lock file which lacks optional binaries of
//    other platforms.
// 2. When the running Node.js is older than package.json's "engines" asks for, installs a Node.js
//    binary from the npm registry (scripts/node24) and links it as node_modules/.bin/node, which
//    `npm run` puts first on the PATH. Nothing is installed outside this folder.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspaces that a purpose needs, without what only builds and tests them: a third of all packages, and less. */
const PURPOSES = {
  start: ['server', 'mock', 'conformance'],
  serve: ['server'],
  mock: ['mock'],
  check: ['conformance'],
};

const EVERYTHING = 'everything';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = join(root, 'scripts', 'node24');
const stamp = join(root, 'node_modules', '.setup-stamp');

const required = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');

/** @param {string} version @param {string} minimum @returns {boolean} whether `version` is at least `minimum` */
function atLeast(version, minimum) {
  const have = version.replace(/^v/, '').split('.').map(Number);
  const want = minimum.split('.').map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (have[i] || 0) - (want[i] || 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`setup: ${message}`);
  process.exit(1);
}

const installation = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  // Without a network, say so soon: npm's own patience is minutes for each of 500 packages.
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=3000',
];

/** How often a long installation says that it goes on, in milliseconds. */
const SIGN_OF_LIFE = 5_000;

/** How many packages are there so far. @returns {number} */
function packagesThere() {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 0;
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const scoped = names.filter((name) => name.startsWith('@')).flatMap((name) => readdirSync(join(modules, name)));
  return names.filter((name) => !name.startsWith('@')).length + scoped.length;
}

/** @param {string} what @param {string} folder @param {readonly string[]} [more] @returns {Promise<void>} */
async function install(what, folder, more = []) {
  console.error(`setup: installing ${what} ...`);
  const { code, output } = await npm([...installation, ...more], folder);
  if (code === 0) return;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED/.test(output)) {
    fail(
      `cannot reach the npm registry to install ${what}; connect to the network (or fill the npm cache) and run this again`,
    );
  }
  const reason = output
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 3)
    .join('\n');
  fail(`npm install failed for ${what}\n${reason || output}`);
}

/** @param {readonly string[]} args @param {string} cwd @returns {Promise<{ code: number | null, output: string }>} */
function npm(args, cwd) {
  const windows = process.platform === 'win32';
  const options = { cwd, shell: windows, stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 };
  const child = spawn(windows ? 'npm.cmd' : 'npm', [...args], options);
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

const purpose = process.argv[2] || EVERYTHING;
const workspaces = PURPOSES[purpose];
if (workspaces === undefined && purpose !== EVERYTHING) {
  fail(`there is no purpose ${purpose}: choose from ${Object.keys(PURPOSES).join(', ')}, or none for everything`);
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

async function installDependencies() {
  const [of, ...parts] = existsSync(stamp) ? readFileSync(stamp, 'utf8').trim().split(' ') : [];
  const before = of === lock ? parts : [];
  if (before.includes(EVERYTHING)) return;
  // Who had everything keeps it up to date: npm would remove what is not named.
  if (workspaces === undefined || parts.includes(EVERYTHING)) {
    await install('everything, about 1,100 packages; only the first time, half a minute or more', root);
    writeFileSync(stamp, `${lock} ${EVERYTHING}`);
    return;
  }
  if (workspaces.every((name) => before.includes(name))) return;
  const all = [...new Set([...parts, ...workspaces])];
  await install(`what npm run ${purpose} needs; only the first time, half a minute or less`, root, [
    '--omit=dev',
    ...all.flatMap((name) => ['--workspace', name]),
  ]);
  writeFileSync(stamp, [lock, ...all].join(' '));
}

/** The Node.js of this folder. @returns {Promise<string | undefined>} undefined: the running one is new enough */
async function installNode() {
  if (atLeast(process.version, required)) return undefined;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const offered = JSON.parse(readFileSync(join(bundled, 'package.json'), 'utf8')).optionalDependencies;
  if (!(name in offered)) {
    fail(
      `this is Node.js ${process.version}; version ${required} or later is required. Install it from https://nodejs.org and run this again`,
    );
  }
  const binary = join(bundled, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) await install(`Node.js ${offered[name]} (this machine has ${process.version})`, bundled);
  return binary;
}

const began = Date.now();
const life = setInterval(() => {
  console.error(`setup: ${Math.round((Date.now() - began) / 1000)} s, ${packagesThere()} packages so far`);
}, SIGN_OF_LIFE);
const [binary] = await Promise.all([installNode(), installDependencies()]);
clearInterval(life);
if (binary !== undefined) {
  const link = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(binary, link);
}
