/** Ports for commands that cannot use an arbitrary free one. */
import { createServer } from 'node:net';

/** The first port to try: below the range from which systems assign ports themselves. */
const FIRST = 10_000;
const LAST = 32_000;

/** Finds a block of free ports. @returns the first of them */
export async function freePorts(count: number): Promise<number> {
  const start = FIRST + ((process.pid * count) % (LAST - FIRST));
  for (let base = start; base < LAST; base += count) {
    const ports = Array.from({ length: count }, (_, place) => base + place);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base;
  }
  throw new Error(`no ${count} ports in a row are free from ${start} to ${LAST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
