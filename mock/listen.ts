/** Lets the servers of services listen. */
import type { Server } from 'node:http';
import { Failure, UsageError } from '@wallet-services/kit/errors';

/** Address and port of a service. */
export interface Place<Name extends string = string> {
  readonly service: Name;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

const LAST_PORT = 65_535;

/**
 * Assigns ports to services.
 *
 * @param services in the order of their ports
 * @param ownPorts the port of each service when no first port is given
 * @param port port of the first service, the others follow by ones; 0 gives each any free port
 * @throws UsageError when there are too few ports after the first one
 */
export function placesOf<Name extends string>(
  services: readonly Name[],
  ownPorts: Readonly<Record<Name, number>>,
  host = '127.0.0.1',
  port?: number,
): Place<Name>[] {
  const last = (port ?? 0) + services.length - 1;
  if (last > LAST_PORT) {
    throw new UsageError(
      `${services.length} services from port ${port} on need ports up to ${last}, but the highest port is ${LAST_PORT}: choose a lower one with --port N`,
    );
  }
  return services.map((service, index) => ({
    service,
    host,
    port: port === undefined ? ownPorts[service] : port === 0 ? 0 : port + index,
  }));
}

/**
 * Starts listening.
 *
 * @returns the base address of the service, without a slash at the end
 * @throws Failure when it cannot listen there
 */
export function listen(server: Server, place: Place): Promise<string> {
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(place, error)));
    server.listen(place.port, place.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : place.port;
      resolve(`http://${host}:${port}`);
    });
  });
}

/** Stops listening and ends open connections. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function cannotListen({ service, host, port }: Place, { code, message }: NodeJS.ErrnoException): Failure {
  if (code === 'EADDRINUSE') {
    return new Failure(`port ${port} on ${host}, for ${service}, is taken: choose other ports with --port N`);
  }
  if (code === 'EACCES') {
    return new Failure(`port ${port}, for ${service}, needs privileges: choose ports above 1023 with --port N`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Failure(`${host} is not an address of this machine: choose one with --host, such as 127.0.0.1`);
  }
  return new Failure(`${service} cannot listen on ${host}:${port}: ${message}`);
}
