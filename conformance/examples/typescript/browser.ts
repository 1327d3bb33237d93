/** `@wallet-services/client` in Chromium: `npm run check:client -- -- node conformance/examples/typescript/browser.ts`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { openBrowser } from '@wallet-services/kit/testing/browser';
import { rolldown } from 'rolldown';

async function bundledPage(): Promise<string> {
  const bundle = await rolldown({ input: new URL('page.ts', import.meta.url).pathname, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}

/** Serves an empty page with the script; its origin is another one than that of the services, as for most pages. */
async function servePage(script: string) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><title>client</title><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Only what the client is meant to know. */
const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('CHECK_')));

const [script, browser] = await Promise.all([bundledPage(), openBrowser(process.env)]);
const served = await servePage(script);
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(served.url);
  await page.evaluate((given) => window.openDriver(given), variables);
  for await (const line of createInterface({ input: stdin })) {
    const answer = await page.evaluate((ask) => window.takeStep(JSON.parse(ask)), line);
    stdout.write(`${JSON.stringify(answer)}\n`);
  }
} finally {
  served.close();
  await browser.close();
}
