/** A real browser for tests of pages: the chromium of the system, driven by playwright-core. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { PATIENCE } from './patience.ts';

/** The path on Debian and others; the variable CHROMIUM overrides it. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the browser; null when there is none. */
function browserPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['CHROMIUM'];
  return [...(named === undefined || named === '' ? [] : [named]), ...usual].find((path) => existsSync(path)) ?? null;
}

/**
 * Whether tests that need a browser are skipped: outside CI, when there is no browser, with a loud message. In CI they
 * run and fail, so that no change is merged untested.
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
 * @throws when there is no browser; the message says what to install.
 */
export async function openBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): Promise<Browser> {
  const executablePath = browserPath(environment);
  if (executablePath === null) throw new Error('tests of pages need a browser: apt-get install chromium');
  // As root, which is common in containers, chromium starts only without its sandbox.
  const args = ['--no-sandbox', '--disable-gpu', ...more];
  const browser = await chromium.launch({ executablePath, timeout: PATIENCE, args });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}
