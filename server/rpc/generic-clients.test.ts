import { type DescService, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type CallOptions, Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../start.ts';
import { bidiStreamIn, serverStreamIn, unaryIn } from './describe.ts';
import { healthService } from './health.ts';
import { reflectionServices } from './reflection.ts';

let server: RunningServer;
let transport: Transport;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  transport = createGrpcTransport({ baseUrl: server.rpcUrl });
});
afterAll(() => server.close());

async function check(service: string, options: CallOptions = {}): Promise<unknown> {
  const method = unaryIn(healthService(), 'Check');
  return (await transport.unary(method, options.signal, 5_000, undefined, { service })).message;
}

/** Sends a request for reflection, and returns the case and the value of the answer. */
async function send(service: DescService, kind: string, value: unknown): Promise<{ case: string; value: never }> {
  const method = bidiStreamIn(service, 'ServerReflectionInfo');
  async function* questions() {
    yield { host: 'here', messageRequest: { case: kind, value } };
  }
  const answers = await transport.stream(method, undefined, 5_000, undefined, questions());
  for await (const answer of answers.message) return (answer as unknown as { messageResponse: never }).messageResponse;
  throw new Error('no answer');
}

describe('grpc.health.v1.Health', () => {
  test('the server and each of its services are serving', async () => {
    expect(await check('')).toMatchObject({ status: 1 });
    expect(await check('lending.v1.Lending')).toMatchObject({ status: 1 });
  });

  test('an unknown service is not found', async () => {
    await expect(check('lending.v1.Nothing')).rejects.toMatchObject({ code: Code.NotFound });
    await expect(check('lending.v1.Nothing')).rejects.toThrow(ConnectError);
  });

  test.each([
    ['', 1],
    ['lending.v1.Lending', 1],
    ['lending.v1.Nothing', 3],
  ])('a watch of %j sends one status and stays open until the client cancels it', async (service, status) => {
    const method = serverStreamIn(healthService(), 'Watch');
    async function* request() {
      yield { service };
    }
    const leave = new AbortController();
    const reported: unknown[] = [];
    const { message } = await transport.stream(method, leave.signal, 5_000, undefined, request());
    await expect(
      (async () => {
        for await (const answer of message) {
          reported.push(answer);
          setTimeout(() => leave.abort(), 100);
        }
      })(),
    ).rejects.toMatchObject({ code: Code.Canceled });
    expect(reported).toMatchObject([{ status }]);
  });
});

describe.each(reflectionServices().map((service) => [service.typeName, service] as const))('%s', (_name, service) => {
  test('lists the services', async () => {
    const answer = await send(service, 'listServices', '');
    const names = (answer.value as { service: { name: string }[] }).service.map(({ name }) => name);
    expect(names).toContain('lending.v1.Lending');
    expect(names).toContain('grpc.health.v1.Health');
  });

  test.each(['lending.v1.Lending', 'lending.v1.Lending.PayRequest', 'lending.v1.Market'])(
    'gives the file that declares %s',
    async (symbol) => {
      const answer = await send(service, 'fileContainingSymbol', symbol);
      const [bytes] = (answer.value as { fileDescriptorProto: Uint8Array[] }).fileDescriptorProto;
      if (bytes === undefined) throw new Error('no file');
      expect(fromBinary(FileDescriptorProtoSchema, bytes).name).toBe('lending/v1/lending.proto');
    },
  );

  test('returns an imported file by its name, and an error for a missing one', async () => {
    expect((await send(service, 'fileByFilename', 'google/protobuf/timestamp.proto')).case).toBe(
      'fileDescriptorResponse',
    );
    expect(await send(service, 'fileByFilename', 'nothing.proto')).toMatchObject({
      case: 'errorResponse',
      value: { errorCode: Code.NotFound },
    });
    expect((await send(service, 'fileContainingSymbol', 'lending.v1.Nothing')).case).toBe('errorResponse');
  });
});
