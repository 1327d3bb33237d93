/**
 * The standard reflection service of gRPC: it lists services and message types for generic clients. Served under both
 * of its names, `grpc.reflection.v1` and the older `grpc.reflection.v1alpha`.
 *
 * Its messages are described here, because no dependency provides them; names and numbers are those of the protocol
 * (gRPC, Server Reflection Protocol).
 */
import { type DescFile, type DescService, type JsonObject, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ConnectRouter } from '@connectrpc/connect';
import { bidiStreamIn, describedFile, field, message, method, serviceIn } from './describe.ts';

const packages = ['grpc.reflection.v1', 'grpc.reflection.v1alpha'] as const;

function file(name: (typeof packages)[number]): JsonObject {
  const type = (messageName: string) => ({ typeName: `.${name}.${messageName}` });
  const one = { oneofIndex: 0 };
  const many = { label: 'LABEL_REPEATED' };
  return {
    name: `${name.replaceAll('.', '/')}/reflection.proto`,
    package: name,
    syntax: 'proto3',
    messageType: [
      message(
        'ServerReflectionRequest',
        [
          field('host', 1, 'TYPE_STRING'),
          field('file_by_filename', 3, 'TYPE_STRING', one),
          field('file_containing_symbol', 4, 'TYPE_STRING', one),
          field('file_containing_extension', 5, 'TYPE_MESSAGE', { ...one, ...type('ExtensionRequest') }),
          field('all_extension_numbers_of_type', 6, 'TYPE_STRING', one),
          field('list_services', 7, 'TYPE_STRING', one),
        ],
        ['message_request'],
      ),
      message('ExtensionRequest', [
        field('containing_type', 1, 'TYPE_STRING'),
        field('extension_number', 2, 'TYPE_INT32'),
      ]),
      message(
        'ServerReflectionResponse',
        [
          field('valid_host', 1, 'TYPE_STRING'),
          field('original_request', 2, 'TYPE_MESSAGE', type('ServerReflectionRequest')),
          field('file_descriptor_response', 4, 'TYPE_MESSAGE', { ...one, ...type('FileDescriptorResponse') }),
          field('all_extension_numbers_response', 5, 'TYPE_MESSAGE', { ...one, ...type('ExtensionNumberResponse') }),
          field('list_services_response', 6, 'TYPE_MESSAGE', { ...one, ...type('ListServiceResponse') }),
          field('error_response', 7, 'TYPE_MESSAGE', { ...one, ...type('ErrorResponse') }),
        ],
        ['message_response'],
      ),
      message('FileDescriptorResponse', [field('file_descriptor_proto', 1, 'TYPE_BYTES', many)]),
      message('ExtensionNumberResponse', [
        field('base_type_name', 1, 'TYPE_STRING'),
        field('extension_number', 2, 'TYPE_INT32', many),
      ]),
      message('ListServiceResponse', [field('service', 1, 'TYPE_MESSAGE', { ...many, ...type('ServiceResponse') })]),
      message('ServiceResponse', [field('name', 1, 'TYPE_STRING')]),
      message('ErrorResponse', [field('error_code', 1, 'TYPE_INT32'), field('error_message', 2, 'TYPE_STRING')]),
    ],
    service: [
      {
        name: 'ServerReflection',
        method: [
          method('ServerReflectionInfo', `.${name}.ServerReflectionRequest`, `.${name}.ServerReflectionResponse`, {
            clientStreaming: true,
            serverStreaming: true,
          }),
        ],
      },
    ],
  };
}

/** The descriptors of the reflection service, under both of its names. */
export function reflectionServices(): DescService[] {
  return packages.map((name) => serviceIn(describedFile(file(name)), 'ServerReflection'));
}

/** A decoded request: one of its cases. */
interface Question {
  readonly host: string;
  readonly messageRequest: { readonly case?: string; readonly value?: unknown };
}

/** An answer before it is encoded. */
type Answer = Record<string, unknown>;

/** Serves reflection for `served` and for everything that their files import. */
export function addReflection(router: ConnectRouter, served: readonly DescService[]): void {
  const files = withImports(served.map((service) => service.file));
  for (const service of reflectionServices()) {
    router.rpc(bidiStreamIn(service, 'ServerReflectionInfo'), async function* info(questions) {
      for await (const question of questions) yield answerTo(question as unknown as Question, served, files);
    });
  }
}

function withImports(files: readonly DescFile[]): Map<string, DescFile> {
  const found = new Map<string, DescFile>();
  const add = (each: DescFile) => {
    const name = each.proto.name;
    if (found.has(name)) return;
    found.set(name, each);
    for (const dependency of each.dependencies) add(dependency);
  };
  for (const each of files) add(each);
  return found;
}

function answerTo(question: Question, served: readonly DescService[], files: ReadonlyMap<string, DescFile>): Answer {
  const { case: kind, value } = question.messageRequest;
  const answer = (name: string, content: object): Answer => ({
    validHost: question.host,
    originalRequest: question,
    messageResponse: { case: name, value: content },
  });
  const notFound = (what: string) =>
    answer('errorResponse', { errorCode: Code.NotFound, errorMessage: `there is no ${what}` });
  const fileAnswer = (found: DescFile | undefined, what: string) =>
    found === undefined
      ? notFound(what)
      : answer('fileDescriptorResponse', { fileDescriptorProto: [toBinary(FileDescriptorProtoSchema, found.proto)] });

  switch (kind) {
    case 'listServices':
      return answer('listServicesResponse', { service: served.map(({ typeName }) => ({ name: typeName })) });
    case 'fileByFilename':
      return fileAnswer(files.get(String(value)), `file ${value}`);
    case 'fileContainingSymbol':
      return fileAnswer(
        [...files.values()].find((each) => declares(each, String(value))),
        `symbol ${value}`,
      );
    case 'allExtensionNumbersOfType':
      return answer('allExtensionNumbersResponse', { baseTypeName: String(value), extensionNumber: [] });
    default:
      return notFound('extension: these services have none');
  }
}

/** Whether a file declares a symbol: a service, a method, a message, a field or an enum, nested ones included. */
function declares(file: DescFile, symbol: string): boolean {
  const within = (owner: string) => symbol === owner || symbol.startsWith(`${owner}.`);
  return [...file.services, ...file.messages, ...file.enums].some(({ typeName }) => within(typeName));
}
