/** How much a message is made of: a MiB of empty messages is a quarter of a second's work, and thirty times the room. */
import type { DescMessage } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { hasMoreValuesThan, MOST_VALUES } from '@wallet-services/runtime/amount';

/** A message up to this size may be made of anything, in bytes: most are, and cost nothing here. */
const SMALL = 100_000;

/** Whether a message has more fields, those of its inner messages with them, than may be read. */
export function isMadeOfTooMuch(message: DescMessage, bytes: Uint8Array, isJson: boolean): boolean {
  if (bytes.byteLength <= SMALL) return false;
  if (isJson) return hasMoreValuesThan(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  try {
    return fieldsLeft(message, bytes, MOST_VALUES) < 0;
  } catch {
    // It is no message, and rejected as such.
    return false;
  }
}

/** @returns less than 0 when there are more than `most` */
function fieldsLeft(message: DescMessage, bytes: Uint8Array, most: number): number {
  const inner = new Map(message.fields.map((field) => [field.number, field.message]));
  const reader = new BinaryReader(bytes);
  let left = most;
  while (reader.pos < reader.len && left >= 0) {
    const [number, type] = reader.tag();
    left -= 1;
    const within = type === WireType.LengthDelimited ? inner.get(number) : undefined;
    if (within === undefined) reader.skip(type, number);
    else left = fieldsLeft(within, reader.bytes(), left);
  }
  return left;
}
