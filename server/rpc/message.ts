/** Creates messages from JSON members. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';

/** Creates a message from JSON members with the names of its fields; throws when a member does not fit. */
export function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
