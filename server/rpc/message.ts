/** Makes messages of JSON members. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';

/** The JSON members have the names of the message's fields; a member that does not fit throws. */
export function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
