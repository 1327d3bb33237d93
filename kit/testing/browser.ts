/** A real browser for tests of pages: the chromium of the system, driven by playwright-core. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and others put it; the variable CHROMIUM names another place. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** For the start, and for each thing a page is waited for, in milliseconds: for what hangs, not for a slow machine. */
const LIMIT = 60_000;

/** The path of the browser; null when there is none. */
function browserPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['CHROMIUM'];
  return [...(named === undefined || named === '' ? [] : [named]), ...usual].find((path) => existsSync(path)) ?? null;
}

/**
 * Whether tests that need a browser are to be left out: outside CI, where there is none. It says so loudly. In CI they
 * run, and fail, so that no change goes in unlooked at.
 */
export function mustSkipBrowser(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (browserPath(environment) !== null || environment['CI']) return false;
  process.stderr.write('\nSKIPPED: tests of pages need a browser, but none is installed: apt-get install chromium\n\n');
  return true;
}

/**
 * Starts the browser; close it when done.
 *
 * @param more arguments of the browser.
 * @throws when there is none, with what to install.
 */
export async function openBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): Promise<Browser> {
  const executablePath = browserPath(environment);
  if (executablePath === null) throw new Error('tests of pages need a browser: apt-get install chromium');
  // As root, which containers often are, chromium starts without its sandbox only.
  const args = ['--no-sandbox', '--disable-gpu', ...more];
  const browser = await chromium.launch({ executablePath, timeout: LIMIT, args });
  browser.on('context', (context) => context.setDefaultTimeout(LIMIT));
  return browser;
}
