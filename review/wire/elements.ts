/** The named elements of compiled protobuf files, with the properties that `buf breaking` does not report. */
import {
  createFileRegistry,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  isFieldSet,
  type MessageShape,
  toJson,
} from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type EnumDescriptorProto,
  EnumDescriptorProtoSchema,
  EnumOptionsSchema,
  EnumValueOptionsSchema,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  FileOptionsSchema,
  MessageOptionsSchema,
  MethodDescriptorProtoSchema,
  MethodOptionsSchema,
  OneofOptionsSchema,
  type ServiceDescriptorProto,
  ServiceOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { objectOf, stableText } from '../json.ts';

/** A named element of the protobuf files. */
export interface Element {
  /** Path of its file. */
  readonly file: string;
  /** Such as `field lending.v1.Market.price`. */
  readonly name: string;
  /** Options as text by their JSON names, also `reserved`; those that cannot be read are `custom`. */
  readonly options: ReadonlyMap<string, string>;
  /** Everything that affects its encoding, as text. */
  readonly shape: string;
}

/** Whether a file is compared. */
export type IsOwn = (path: string) => boolean;

/** The named elements of the compared files in a FileDescriptorSet, by name. */
export function elementsOf(
  bytes: Uint8Array,
  isOwn: IsOwn = (path) => !path.startsWith('google/protobuf/'),
): ReadonlyMap<string, Element> {
  const set: FileDescriptorSet = fromBinary(FileDescriptorSetSchema, bytes);
  const registry = createFileRegistry(set);
  return new Map(
    set.file
      .filter(({ name }) => isOwn(name))
      .flatMap((file) =>
        [...elementsIn(file, registry)].map((one) => [one.name, { ...one, file: file.name }] as const),
      ),
  );
}

/** Files that are only imported, and belong to another package than the files that nothing imports. */
export function importedOnly(images: readonly Uint8Array[]): ReadonlySet<string> {
  const files = images.flatMap((bytes) => fromBinary(FileDescriptorSetSchema, bytes).file);
  const imported = new Set(files.flatMap(({ dependency }) => dependency));
  const packages = new Set(files.filter(({ name }) => !imported.has(name)).map((file) => file.package));
  return new Set(
    files.filter((file) => imported.has(file.name) && !packages.has(file.package)).map(({ name }) => name),
  );
}

type Bare = Omit<Element, 'file'>;

function bare(name: string, options: ReadonlyMap<string, string>, shape: unknown): Bare {
  return { name, options, shape: stableText(shape) };
}

/** A descriptor without its name, its parts and its options. */
function restOf<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>, parts: string): unknown {
  const skipped = new Set(['name', 'options', ...parts.split(' ')]);
  return Object.fromEntries(Object.entries(objectOf(toJson(schema, message))).filter(([name]) => !skipped.has(name)));
}

function* elementsIn(file: FileDescriptorProto, registry: FileRegistry): Generator<Bare> {
  const read: Read = (schema, options) => optionsOf(schema, options, registry);
  const shape = restOf(FileDescriptorProtoSchema, file, FILE_PARTS);
  const passedOn = file.publicDependency.map((index) => file.dependency[index] ?? '').toSorted();
  const options = read(FileOptionsSchema, file.options);
  if (passedOn.length > 0) options.set(PUBLIC_IMPORTS, passedOn.join(', '));
  yield bare(`file ${file.name}`, options, shape);
  for (const message of file.messageType) yield* elementsOfMessage(message, file.package, read);
  for (const one of file.enumType) yield* elementsOfEnum(one, file.package, read);
  for (const service of file.service) yield* elementsOfService(service, file.package, read);
  for (const field of file.extension) yield extension(field, file.package, read);
}

/** The option under which a file's public imports are listed. */
export const PUBLIC_IMPORTS = 'public imports';

/** Members that are compared separately; other imports and comments have no effect. */
const FILE_PARTS =
  'messageType enumType service extension dependency weakDependency publicDependency optionDependency sourceCodeInfo';

type Read = <Desc extends DescMessage>(schema: Desc, options: MessageShape<Desc> | undefined) => Map<string, string>;

function extension(field: FieldDescriptorProto, scope: string, read: Read): Bare {
  const shape = restOf(FieldDescriptorProtoSchema, field, '');
  return bare(`extension ${scope}.${field.name}`, read(FieldOptionsSchema, field.options), shape);
}

function* elementsOfMessage(message: DescriptorProto, scope: string, read: Read): Generator<Bare> {
  const name = `${scope}.${message.name}`;
  const options = withReserved(read(MessageOptionsSchema, message.options), message);
  const parts = 'field nestedType enumType extension oneofDecl reservedName reservedRange';
  yield bare(`message ${name}`, options, restOf(DescriptorProtoSchema, message, parts));
  for (const field of message.field) {
    const { oneofIndex } = field;
    // The index is 0 for a field that is in no oneof.
    const isInOneof = isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex) && !field.proto3Optional;
    const oneof = isInOneof ? message.oneofDecl[oneofIndex]?.name : null;
    // buf judges changes of presence in every notation.
    const shape = [restOf(FieldDescriptorProtoSchema, field, 'oneofIndex proto3Optional'), oneof ?? null];
    yield bare(`field ${name}.${field.name}`, read(FieldOptionsSchema, field.options), shape);
  }
  // An `optional` field is in a synthetic oneof, which does not appear in the file.
  const synthetic = new Set(message.field.flatMap((field) => (field.proto3Optional ? [field.oneofIndex] : [])));
  for (const [index, oneof] of message.oneofDecl.entries()) {
    if (synthetic.has(index)) continue;
    yield bare(`oneof ${name}.${oneof.name}`, read(OneofOptionsSchema, oneof.options), null);
  }
  for (const field of message.extension) yield extension(field, name, read);
  for (const inner of message.nestedType) yield* elementsOfMessage(inner, name, read);
  for (const one of message.enumType) yield* elementsOfEnum(one, name, read);
}

function* elementsOfEnum(one: EnumDescriptorProto, scope: string, read: Read): Generator<Bare> {
  const name = `${scope}.${one.name}`;
  const shape = restOf(EnumDescriptorProtoSchema, one, 'value reservedName reservedRange');
  yield bare(`enum ${name}`, withReserved(read(EnumOptionsSchema, one.options), one), shape);
  for (const value of one.value) {
    yield bare(`enum value ${name}.${value.name}`, read(EnumValueOptionsSchema, value.options), value.number);
  }
}

function* elementsOfService(service: ServiceDescriptorProto, scope: string, read: Read): Generator<Bare> {
  const name = `${scope}.${service.name}`;
  yield bare(`service ${name}`, read(ServiceOptionsSchema, service.options), null);
  for (const method of service.method) {
    const shape = restOf(MethodDescriptorProtoSchema, method, '');
    yield bare(`method ${name}/${method.name}`, read(MethodOptionsSchema, method.options), shape);
  }
}

/** The options that are set. Custom options can be read if their declaration is in the folder. */
function optionsOf<Desc extends DescMessage>(
  schema: Desc,
  options: MessageShape<Desc> | undefined,
  registry: FileRegistry,
): Map<string, string> {
  if (options === undefined) return new Map();
  const set = Object.entries(objectOf(toJson(schema, options, { registry }))).map(
    ([name, value]) => [name.replace(/^\[(.*)\]$/, '($1)'), stableText(value)] as const,
  );
  const known = new Set(
    [...registry].flatMap((one) =>
      one.kind === 'extension' && one.extendee.typeName === schema.typeName ? [one.number] : [],
    ),
  );
  const unknown = (options.$unknown ?? [])
    .filter(({ no }) => !known.has(no))
    .map(({ no, data }) => `${no} ${Buffer.from(data).toString('base64')}`);
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
