/** The named things of compiled protobuf files, with what `buf breaking` does not tell of them. */
import { type DescMessage, fromBinary, isFieldSet, type MessageShape, toJson } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  EnumOptionsSchema,
  EnumValueOptionsSchema,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  type FileDescriptorProto,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  FileOptionsSchema,
  MessageOptionsSchema,
  MethodOptionsSchema,
  type ServiceDescriptorProto,
  ServiceOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { objectOf, stableText } from '../json.ts';

/** A named thing of the protobuf files. */
export interface Element {
  /** Path of its file. */
  readonly file: string;
  /** As in `field lending.v1.Market.price`. */
  readonly name: string;
  /** Its options by their names in JSON, as texts; `reserved` is one of them here, custom options are `custom`. */
  readonly options: ReadonlyMap<string, string>;
  /** Everything that decides how it is sent, as a text. */
  readonly shape: string;
}

/** Lists all named things of a FileDescriptorSet, by name. */
export function elementsOf(bytes: Uint8Array): ReadonlyMap<string, Element> {
  const set: FileDescriptorSet = fromBinary(FileDescriptorSetSchema, bytes);
  const files = set.file.filter(({ name }) => !name.startsWith('google/protobuf/'));
  return new Map(
    files.flatMap((file) => [...elementsIn(file)].map((one) => [one.name, { ...one, file: file.name }] as const)),
  );
}

type Bare = Omit<Element, 'file'>;

function bare(name: string, options: ReadonlyMap<string, string>, shape: unknown): Bare {
  return { name, options, shape: stableText(shape) };
}

function* elementsIn(file: FileDescriptorProto): Generator<Bare> {
  yield bare(`file ${file.name}`, optionsOf(FileOptionsSchema, file.options), [file.package, file.syntax]);
  for (const message of file.messageType) yield* elementsOfMessage(message, file.package);
  for (const one of file.enumType) yield* elementsOfEnum(one, file.package);
  for (const service of file.service) yield* elementsOfService(service, file.package);
}

function* elementsOfMessage(message: DescriptorProto, scope: string): Generator<Bare> {
  const name = `${scope}.${message.name}`;
  const options = withReserved(optionsOf(MessageOptionsSchema, message.options), message);
  yield bare(`message ${name}`, options, message.extensionRange.length);
  for (const field of message.field) {
    const { number, label, type, typeName, jsonName, defaultValue, oneofIndex, proto3Optional } = field;
    // Of a field that is in none, it reads 0.
    const isInOneof = isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex);
    const oneof = isInOneof ? message.oneofDecl[oneofIndex]?.name : null;
    const shape = [number, label, type, typeName, jsonName, defaultValue, oneof ?? null, proto3Optional];
    yield bare(`field ${name}.${field.name}`, optionsOf(FieldOptionsSchema, field.options), shape);
  }
  for (const inner of message.nestedType) yield* elementsOfMessage(inner, name);
  for (const one of message.enumType) yield* elementsOfEnum(one, name);
}

function* elementsOfEnum(one: EnumDescriptorProto, scope: string): Generator<Bare> {
  const name = `${scope}.${one.name}`;
  yield bare(`enum ${name}`, withReserved(optionsOf(EnumOptionsSchema, one.options), one), null);
  for (const value of one.value) {
    yield bare(`enum value ${name}.${value.name}`, optionsOf(EnumValueOptionsSchema, value.options), value.number);
  }
}

function* elementsOfService(service: ServiceDescriptorProto, scope: string): Generator<Bare> {
  const name = `${scope}.${service.name}`;
  yield bare(`service ${name}`, optionsOf(ServiceOptionsSchema, service.options), null);
  for (const method of service.method) {
    const { inputType, outputType, clientStreaming, serverStreaming } = method;
    const shape = [inputType, outputType, clientStreaming, serverStreaming];
    yield bare(`method ${name}/${method.name}`, optionsOf(MethodOptionsSchema, method.options), shape);
  }
}

/** The options that are set; those of the author's own cannot be read without their declaration. */
function optionsOf<Desc extends DescMessage>(
  schema: Desc,
  options: MessageShape<Desc> | undefined,
): Map<string, string> {
  if (options === undefined) return new Map();
  const set = Object.entries(objectOf(toJson(schema, options))).map(
    ([name, value]) => [name, stableText(value)] as const,
  );
  const unknown = (options.$unknown ?? []).map(({ no, data }) => `${no} ${Buffer.from(data).toString('base64')}`);
  return new Map([...set, ...(unknown.length === 0 ? [] : [['custom', unknown.toSorted().join(' ')] as const])]);
}

function withReserved(
  options: ReadonlyMap<string, string>,
  {
    reservedName,
    reservedRange,
  }: Pick<DescriptorProto, 'reservedName'> & {
    readonly reservedRange: readonly { readonly start: number; readonly end: number }[];
  },
): ReadonlyMap<string, string> {
  const ranges = reservedRange.map(({ start, end }) => `${start} to ${end}`);
  const texts = [...ranges, ...reservedName].toSorted();
  return texts.length === 0 ? options : new Map([...options, ['reserved', texts.join(', ')]]);
}
