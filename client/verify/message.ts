/**
 * Reads EIP-4361 messages and validates their fields (document 1, Method B). Document 2, Comment service, has the
 * fields as a JSON object.
 */
import { ParsedMessage } from '@spruceid/siwe-parser';
import { messageText, type SignInMessage } from '../sign-in/message.ts';
import { MessageError } from './message-error.ts';
import { fieldsOf } from './message-object.ts';

/** A message and the text that was signed for it. */
export interface ReadMessage {
  readonly message: SignInMessage;
  readonly text: string;
}

/** Longest message that is accepted, in characters. */
const LONGEST = 8_192;

const READABLE_ASCII = /^[\x20-\x7e]*$/;

/** The line of the statement. */
const STATEMENT_LINE = 3;

const REQUEST_ID = 'Request ID: ';

/**
 * Reads a message, given as a JSON object with its fields or as the lines themselves, and validates every field.
 * @throws MessageError when it breaks a rule
 */
export function readMessage(signed: string): ReadMessage {
  if (signed.length > LONGEST) throw new MessageError(`the message is longer than ${LONGEST} characters`);
  const fields = signed.trimStart().startsWith('{') ? fieldsOf(signed) : undefined;
  // When a field contains a line break, the lines would differ in meaning from the fields.
  const text = fields === undefined ? signed : messageText(fields);
  const message = parseLines(text);
  if (messageText(message) !== text) throw new MessageError('the message is not written as EIP-4361 has it');
  if (fields !== undefined && !hasFields(message, fields)) {
    throw new MessageError('a field of the message reaches beyond its line');
  }
  return { message, text };
}

/**
 * The grammar of EIP-4361 allows fewer characters in a statement and a request id than document 1, which allows ASCII
 * in the first and does not limit the second. They are therefore validated separately, and the grammar gets
 * placeholders.
 */
function parseLines(text: string): SignInMessage {
  const lines = text.split('\n');
  const statement = lines[STATEMENT_LINE] || undefined;
  if (statement !== undefined) {
    if (!READABLE_ASCII.test(statement)) throw new MessageError('the statement is not readable ASCII on one line');
    lines[STATEMENT_LINE] = 'statement';
  }
  const place = lines.findIndex((line) => line.startsWith(REQUEST_ID));
  const requestId = lines[place]?.slice(REQUEST_ID.length);
  if (requestId !== undefined) lines[place] = `${REQUEST_ID}id`;
  const parsed = parseGrammar(lines.join('\n'));
  return { ...parsed, statement, requestId: requestId ?? parsed.requestId };
}

function parseGrammar(text: string): SignInMessage {
  const parsed = parsedMessage(text);
  for (const time of [parsed.issuedAt, parsed.expirationTime, parsed.notBefore]) {
    if (time !== undefined && Number.isNaN(Date.parse(time))) throw new MessageError(`${time} is not a time`);
  }
  if (!Number.isSafeInteger(parsed.chainId) || parsed.chainId < 1) {
    throw new MessageError('the chain id is not one of EIP-155');
  }
  const { domain, address, uri, version, chainId, nonce, issuedAt } = parsed;
  const { expirationTime, notBefore, requestId, resources } = parsed;
  return { domain, address, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources };
}

function parsedMessage(text: string): ParsedMessage {
  try {
    return new ParsedMessage(text);
  } catch (error) {
    // The first line names the field; the others are a trace of the parser.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const known = /^line \d+: [\w -]+/.exec(reason)?.[0];
    throw new MessageError(`the message violates EIP-4361${known === undefined ? '' : ` at ${known.trim()}`}`);
  }
}

/** Whether a message has exactly these values. */
function hasFields(message: SignInMessage, fields: SignInMessage): boolean {
  const names = Object.keys(fields) as (keyof SignInMessage)[];
  return names.every((name) => JSON.stringify(message[name]) === JSON.stringify(fields[name]));
}
