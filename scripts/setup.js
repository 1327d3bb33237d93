#!/usr/bin/env node
// Makes a fresh clone runnable: `npm start` and `npm test` call this first.
// Plain JavaScript that old Nodes can run, because it is what brings the new one.
//
// 1. Installs the locked dependencies when they are missing or package-lock.json has changed. Not with
//    `npm ci`: that refuses a lock file which lacks optional binaries of other platforms.
// 2. When the running Node.js is older than package.json's "engines" asks for, installs a Node.js
//    binary from the npm registry (scripts/node24) and links it as node_modules/.bin/node, which
//    `npm run` puts first on the PATH. Nothing is installed outside this folder.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** @param {string} what @param {string} folder */
function install(what, folder) {
  console.error(`setup: installing ${what} (the first time takes 30 seconds or more) ...`);
  const windows = process.platform === 'win32';
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', installation, {
    cwd: folder,
    shell: windows,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (result.status === 0) return;
  const output = `${result.error ? result.error.message : ''}${result.stderr || ''}`;
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

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== lock) {
  install('the dependencies', root);
  writeFileSync(stamp, lock);
}

if (!atLeast(process.version, required)) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const offered = JSON.parse(readFileSync(join(bundled, 'package.json'), 'utf8')).optionalDependencies;
  if (!(name in offered)) {
    fail(
      `this is Node.js ${process.version}; version ${required} or later is required. Install it from https://nodejs.org and run this again`,
    );
  }
  const binary = join(bundled, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) install(`Node.js ${offered[name]} (this machine has ${process.version})`, bundled);
  const link = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(binary, link);
}
