/**
 * The standard health service of gRPC, `grpc.health.v1.Health`, for load balancers and probes.
 *
 * Its messages are described here, because no dependency provides them; names and numbers are those of the protocol
 * (gRPC, Health Checking Protocol).
 */
import type { DescService, JsonObject } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { describedFile, field, message, method, serverStreamIn, serviceIn, unaryIn } from './describe.ts';

const SERVING = 1;
const SERVICE_UNKNOWN = 3;

const file: JsonObject = {
  name: 'grpc/health/v1/health.proto',
  package: 'grpc.health.v1',
  syntax: 'proto3',
  messageType: [
    message('HealthCheckRequest', [field('service', 1, 'TYPE_STRING')]),
    {
      ...message('HealthCheckResponse', [
        field('status', 1, 'TYPE_ENUM', { typeName: '.grpc.health.v1.HealthCheckResponse.ServingStatus' }),
      ]),
      enumType: [
        {
          name: 'ServingStatus',
          value: ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'].map((name, number) => ({ name, number })),
        },
      ],
    },
  ],
  service: [
    {
      name: 'Health',
      method: [
        method('Check', '.grpc.health.v1.HealthCheckRequest', '.grpc.health.v1.HealthCheckResponse'),
        method('Watch', '.grpc.health.v1.HealthCheckRequest', '.grpc.health.v1.HealthCheckResponse', {
          serverStreaming: true,
        }),
      ],
    },
  ],
};

/** The descriptor of `grpc.health.v1.Health`. */
export function healthService(): DescService {
  return serviceIn(describedFile(file), 'Health');
}

/** Serves health: each served service, and the whole server (the empty name), is `SERVING`. */
export function addHealth(router: ConnectRouter, served: readonly DescService[]): void {
  const names = new Set(['', ...served.map(({ typeName }) => typeName)]);
  const nameOf = (request: object): string => ('service' in request ? String(request.service) : '');
  const service = healthService();
  router.rpc(unaryIn(service, 'Check'), (request) => {
    const name = nameOf(request);
    if (!names.has(name)) throw new ConnectError(`there is no service ${name}`, Code.NotFound);
    return { status: SERVING };
  });
  router.rpc(serverStreamIn(service, 'Watch'), async function* watch(request, { signal }) {
    // A watch for an unknown service is no error, because the service may be added later.
    yield { status: names.has(nameOf(request)) ? SERVING : SERVICE_UNKNOWN };
    // The status never changes while the server runs: a watch sends it once and stays open until the client cancels.
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  });
}
