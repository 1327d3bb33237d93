/**
 * The memo of a payment, which identifies the action. The documents do not define its content: this format is the
 * reference server's, and the example of a pay request uses it.
 *
 * | Bytes | Content |
 * |---|---|
 * | 1 | action number |
 * | 1 | 0, the version of this format |
 * | 16 | follow id, a UUID |
 * | 0 or 16 | asset id, a UUID: of the asset to borrow, unpledge or redeem |
 * | any, after an asset id | amount of that asset, a decimal in ASCII |
 *
 * Borrow, Unpledge, QuickBorrow and QuickRedeem need asset id and amount; the others take the payment.
 */
import { Action } from '@wallet-services/contract/lending';

/** A decoded memo. */
export interface Memo {
  readonly action: Action;
  readonly followId: string;
  /** The parameters of the action, in addition to the payment. */
  readonly wanted?: { readonly assetId: string; readonly amount: string };
}

const VERSION = 0;
const UUID = 16;
const HEAD = 2 + UUID;
const AMOUNT = /^\d{1,30}(?:\.\d{1,16})?$/;

/**
 * Reads a memo.
 *
 * @returns undefined when the memo has another format or an unknown action
 */
export function readMemo(base64: string): Memo | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < HEAD || bytes.readUInt8(1) !== VERSION) return undefined;
  const number = bytes.readUInt8(0);
  const action = Object.values(Action).find((known) => known === number);
  if (action === undefined) return undefined;
  const followId = uuidText(bytes.subarray(2, HEAD));
  if (bytes.length === HEAD) return { action, followId };
  const amount = bytes.subarray(HEAD + UUID).toString('latin1');
  if (!AMOUNT.test(amount)) return undefined;
  return { action, followId, wanted: { assetId: uuidText(bytes.subarray(HEAD, HEAD + UUID)), amount } };
}

/**
 * Writes a memo, in base64.
 *
 * @example
 * writeMemo({ action: Action.Supply, followId: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098' }) // 'AQAPXE07KhlIB5b15NPCsaCY'
 */
export function writeMemo({ action, followId, wanted }: Memo): string {
  const head = [Buffer.from([action, VERSION]), uuidBytes(followId)];
  const rest = wanted === undefined ? [] : [uuidBytes(wanted.assetId), Buffer.from(wanted.amount)];
  return Buffer.concat([...head, ...rest]).toString('base64');
}

function uuidText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}
