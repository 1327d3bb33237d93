/** `@wallet-services/client` in Chromium: `npm run check:client -- -- node client-conformance/examples/typescript/browser.ts`. */
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { start } from '@wallet-services/conformance/testing/clients';
import { openBrowser } from '@wallet-services/kit/testing/browser';
import { rolldown } from 'rolldown';

async function bundledPage(): Promise<string> {
  const bundle = await rolldown({ input: new URL('page.ts', import.meta.url).pathname, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}

const EMPTY = '<!doctype html><title>client</title><script type="module" src="/page.js"></script>';

/** An empty page with the script; its origin differs from that of the services, as for most pages. */
function servePage(script: string) {
  const reply = { kind: 'reply', status: 200 } as const;
  return start(({ path }) =>
    path === '/page.js'
      ? { ...reply, contentType: 'text/javascript', body: script }
      : { ...reply, contentType: 'text/html', body: EMPTY },
  );
}

/** Only the variables that are meant for the client. */
const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('CHECK_')));

const [script, browser] = await Promise.all([bundledPage(), openBrowser(process.env)]);
const served = await servePage(script);
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(served.origin);
  await page.evaluate((given) => window.openDriver(given), variables);
  for await (const line of createInterface({ input: stdin })) {
    if (line.includes('"credentials"')) {
      stdout.write('{"unsupported": "difficult services do not allow pages of other origins"}\n');
      continue;
    }
    const answer = await page.evaluate((command) => window.takeStep(JSON.parse(command)), line);
    stdout.write(`${JSON.stringify(answer)}\n`);
  }
} finally {
  await served.close();
  await browser.close();
}
