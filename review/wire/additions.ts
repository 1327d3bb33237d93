/** What is new in compiled protobuf files, and what only people read: `buf breaking` tells of neither. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/** A named thing of the protobuf files. */
export interface Element {
  /** Path of its file. */
  readonly file: string;
  /** As in `field lending.v1.Market.price`. */
  readonly name: string;
}

/** Lists all named things of a FileDescriptorSet. */
export function elementsOf(bytes: Uint8Array): readonly Element[] {
  return filesOf(bytes).flatMap((file) => [...namesIn(file)].map((name) => ({ file: file.name, name })));
}

function filesOf(bytes: Uint8Array): readonly FileDescriptorProto[] {
  const set: FileDescriptorSet = fromBinary(FileDescriptorSetSchema, bytes);
  return set.file.filter(({ name }) => !name.startsWith('google/protobuf/'));
}

function* namesIn(file: FileDescriptorProto): Generator<string> {
  for (const message of file.messageType) yield* namesOfMessage(message, file.package);
  for (const one of file.enumType) yield* namesOfEnum(one, file.package);
  for (const service of file.service) {
    yield `service ${file.package}.${service.name}`;
    for (const { name } of service.method) yield `method ${file.package}.${service.name}/${name}`;
  }
}

function* namesOfMessage(message: DescriptorProto, scope: string): Generator<string> {
  const name = `${scope}.${message.name}`;
  yield `message ${name}`;
  for (const field of message.field) yield `field ${name}.${field.name}`;
  for (const inner of message.nestedType) yield* namesOfMessage(inner, name);
  for (const one of message.enumType) yield* namesOfEnum(one, name);
}

function* namesOfEnum(one: EnumDescriptorProto, scope: string): Generator<string> {
  yield `enum ${scope}.${one.name}`;
  for (const value of one.value) yield `enum value ${scope}.${one.name}.${value.name}`;
}

/** A text that is equal for files that differ in comments and in the order of what they declare. */
export function shapeOf(bytes: Uint8Array): string {
  const files = filesOf(bytes).map((file) => {
    const messages = file.messageType
      .map((message) =>
        create(DescriptorProtoSchema, {
          ...message,
          field: message.field.toSorted((one, other) => one.number - other.number),
        }),
      )
      .map((message) => toBase64(toBinary(DescriptorProtoSchema, message)))
      .toSorted();
    const rest = JSON.stringify([file.package, file.dependency.toSorted(), file.options ?? null]);
    const services = file.service.map(({ name, method }) => [
      name,
      method
        .map((one) => [one.name, one.inputType, one.outputType, one.clientStreaming, one.serverStreaming].join(' '))
        .toSorted(),
    ]);
    const enums = file.enumType.map(({ name, value }) => [name, value.map((one) => `${one.name}=${one.number}`)]);
    return JSON.stringify([file.name, rest, messages, services.toSorted(), enums.toSorted()]);
  });
  return files.toSorted().join('\n');
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
