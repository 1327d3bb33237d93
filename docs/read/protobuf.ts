/** Reads the protobuf files with their comments, compiled by buf without network. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFileRegistry,
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescService,
  fromBinary,
  ScalarType,
} from '@bufbuild/protobuf';
import { FieldDescriptorProto_Label, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { run } from '@wallet-services/generators/run';

/** The type of a field or a method. */
export interface TypeName {
  /** Words before the name, such as `repeated`. */
  readonly prefix: string;
  /** Such as `string`, `lending.v1.Market`, `map<string, string>`. */
  readonly name: string;
  /** Whether it is a message or enumeration of the same package. */
  readonly own: boolean;
}

export interface ProtoField {
  readonly name: string;
  readonly number: number;
  readonly type: TypeName;
  readonly comment: string;
}

export interface ProtoMessage {
  /** Such as `lending.v1.Market`. */
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly ProtoField[];
}

export interface ProtoEnum {
  readonly name: string;
  readonly comment: string;
  readonly values: readonly { readonly name: string; readonly number: number; readonly comment: string }[];
}

export interface ProtoMethod {
  readonly name: string;
  readonly request: TypeName;
  readonly response: TypeName;
  readonly comment: string;
}

/** A protobuf file, which is one package. */
export interface ProtoPackage {
  /** Such as `lending.v1`. */
  readonly name: string;
  readonly services: readonly {
    readonly name: string;
    readonly comment: string;
    readonly methods: readonly ProtoMethod[];
  }[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

/** Compiles the protobuf files. @returns the packages by name */
export async function readProtobuf(): Promise<ReadonlyMap<string, ProtoPackage>> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-protobuf-'));
  try {
    const image = join(folder, 'image.binpb');
    await run('buf', ['build', '.', '--as-file-descriptor-set', '-o', image]);
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, await readFile(image)));
    const own = [...registry.files].filter(({ proto }) => !proto.package.startsWith('google.'));
    return new Map(own.map((file) => [file.proto.package, packageOf(file)]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Field numbers of a FileDescriptorProto and its parts, by which comments are found. */
const MESSAGES = 4;
const ENUMS = 5;
const SERVICES = 6;
const MEMBERS = 2;
const NESTED_MESSAGES = 3;
const NESTED_ENUMS = 4;

type CommentOf = (path: readonly number[]) => string;

function commentsOf(file: DescFile): CommentOf {
  const locations = file.proto.sourceCodeInfo?.location ?? [];
  const comments = new Map(
    locations.map(({ path, leadingComments, trailingComments }) => [
      path.join(),
      (leadingComments || trailingComments).replaceAll(/\s+/g, ' ').trim(),
    ]),
  );
  return (path) => comments.get(path.join()) ?? '';
}

function packageOf(file: DescFile): ProtoPackage {
  const commentOf = commentsOf(file);
  const nested = file.messages.flatMap((message, place) => messagesOf(message, [MESSAGES, place], commentOf));
  return {
    name: file.proto.package,
    services: file.services.map((service, place) => serviceOf(service, [SERVICES, place], commentOf)),
    messages: nested.flatMap(({ message }) => message),
    enums: [
      ...file.enums.map((each, place) => enumOf(each, [ENUMS, place], commentOf)),
      ...nested.flatMap(({ enums }) => enums),
    ],
  };
}

function serviceOf(
  service: DescService,
  path: readonly number[],
  commentOf: CommentOf,
): ProtoPackage['services'][number] {
  return {
    name: service.typeName,
    comment: commentOf(path),
    methods: service.methods.map(({ name, input, output }, place) => ({
      name,
      request: referenceTo(input, service.file),
      response: referenceTo(output, service.file),
      comment: commentOf([...path, MEMBERS, place]),
    })),
  };
}

interface WithNested {
  readonly message: ProtoMessage;
  readonly enums: readonly ProtoEnum[];
}

/** A message and its nested messages. */
function messagesOf(message: DescMessage, path: readonly number[], commentOf: CommentOf): readonly WithNested[] {
  const fields = message.fields.map(
    (field, place): ProtoField => ({
      name: field.name,
      number: field.number,
      type: typeOf(field, message.file),
      comment: commentOf([...path, MEMBERS, place]),
    }),
  );
  const enums = message.nestedEnums.map((each, place) => enumOf(each, [...path, NESTED_ENUMS, place], commentOf));
  const itself = { message: { name: message.typeName, comment: commentOf(path), fields }, enums };
  return [
    itself,
    ...message.nestedMessages.flatMap((each, place) => messagesOf(each, [...path, NESTED_MESSAGES, place], commentOf)),
  ];
}

function enumOf({ typeName, values }: DescEnum, path: readonly number[], commentOf: CommentOf): ProtoEnum {
  return {
    name: typeName,
    comment: commentOf(path),
    values: values.map(({ name, number }, place) => ({ name, number, comment: commentOf([...path, MEMBERS, place]) })),
  };
}

function referenceTo({ typeName, file }: DescMessage | DescEnum, from: DescFile, prefix = ''): TypeName {
  return { prefix, name: typeName, own: file.proto.package === from.proto.package };
}

function scalar(type: ScalarType): string {
  return ScalarType[type].toLowerCase();
}

function typeOf(field: DescField, from: DescFile): TypeName {
  const prefix = field.proto.label === FieldDescriptorProto_Label.REPEATED ? 'repeated ' : optional(field);
  const target = field.message ?? field.enum;
  if (field.fieldKind === 'map') {
    const value = field.mapKind === 'scalar' ? scalar(field.scalar) : (target?.typeName ?? '');
    return { prefix: '', name: `map<${scalar(field.mapKey)}, ${value}>`, own: false };
  }
  if (target !== undefined) return referenceTo(target, from, prefix);
  return { prefix, name: field.scalar === undefined ? '' : scalar(field.scalar), own: false };
}

function optional({ proto }: DescField): string {
  return proto.proto3Optional ? 'optional ' : '';
}
