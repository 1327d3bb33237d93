/** Describes protobuf files in JSON, for the standard gRPC services that no dependency provides. */
import {
  createFileRegistry,
  type DescFile,
  type DescMethod,
  type DescMethodBiDiStreaming,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  fromJson,
  type JsonObject,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

/** A field of a message; `more` may make it repeated or give its type. */
export function field(name: string, number: number, type: string, more: JsonObject = {}): JsonObject {
  return { name, number, type, label: 'LABEL_OPTIONAL', jsonName: name, ...more };
}

export function message(name: string, fields: JsonObject[], oneofs: string[] = []): JsonObject {
  return { name, field: fields, oneofDecl: oneofs.map((each) => ({ name: each })) };
}

export function method(name: string, inputType: string, outputType: string, more: JsonObject = {}): JsonObject {
  return { name, inputType, outputType, ...more };
}

/** Converts a described file without imports to descriptors. */
export function describedFile(json: JsonObject): DescFile {
  const proto = fromJson(FileDescriptorProtoSchema, json);
  const described = createFileRegistry(proto, () => undefined).getFile(proto.name);
  if (described === undefined) throw new TypeError(`${proto.name} describes nothing`);
  return described;
}

export function serviceIn(file: DescFile, name: string): DescService {
  const service = file.services.find((each) => each.name === name);
  if (service === undefined) throw new TypeError(`${file.name} has no service ${name}`);
  return service;
}

/** A unary method. */
export function unaryIn(service: DescService, name: string): DescMethodUnary {
  const found = service.methods.filter((each) => each.name === name).find(isUnary);
  if (found === undefined) throw new TypeError(`${service.typeName} has no unary method ${name}`);
  return found;
}

/** A server-streaming method. */
export function serverStreamIn(service: DescService, name: string): DescMethodServerStreaming {
  const found = service.methods.filter((each) => each.name === name).find(isServerStream);
  if (found === undefined) throw new TypeError(`${service.typeName} has no server stream ${name}`);
  return found;
}

/** A bidirectional streaming method. */
export function bidiStreamIn(service: DescService, name: string): DescMethodBiDiStreaming {
  const found = service.methods.filter((each) => each.name === name).find(isBidiStream);
  if (found === undefined) throw new TypeError(`${service.typeName} has no stream both ways ${name}`);
  return found;
}

export function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === 'unary';
}

function isServerStream(method: DescMethod): method is DescMethodServerStreaming {
  return method.methodKind === 'server_streaming';
}

function isBidiStream(method: DescMethod): method is DescMethodBiDiStreaming {
  return method.methodKind === 'bidi_streaming';
}
