/** A registry on this machine, in a temporary folder, for a rehearsal. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The packages that it has. */
const SCOPE = '@wallet-services';

export interface Registry {
  readonly url: string;
  /**
   * Lines of an `.npmrc` that select this registry for the scope, and leave the registry of other packages unchanged.
   */
  readonly npmrc: string;
  close(): Promise<void>;
}

/**
 * Starts verdaccio on a free port of the loopback address.
 *
 * It only has the packages of this repository and no uplink: npm gets all other packages directly.
 *
 * @param folder where it keeps published packages
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const { runServer } = await import('verdaccio');
  const server: Server = await runServer({
    storage: join(folder, 'storage'),
    configPath: join(folder, 'config.yaml'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: -1 } },
    uplinks: {},
    packages: { [`${SCOPE}/*`]: { access: '$all', publish: '$all' } },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  } as never);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    // npm publishes nothing without a token; this registry requires none and accepts any.
    npmrc: `${SCOPE}:registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
