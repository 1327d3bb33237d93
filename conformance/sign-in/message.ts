/** EIP-4361 messages: their fields, the lines that are signed, and the JSON object that is sent (documents 1 and 2). */

import { type MessageFields, type MessageForm, numbers, spellings } from '../core/wallet.ts';

/**
 * The forms of a message, which the documents leave open: the names of the members of the JSON object and the types of
 * its numbers, or the signed lines themselves. The usual forms come first.
 */
export const messageForms: readonly MessageForm[] = [
  ...numbers.flatMap((form) => spellings.map((spelling) => `${spelling}${form}` as const)),
  'lines',
];

function optional(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}: ${value}`];
}

/** The lines that are signed, in the order of document 1, Method B. */
export function messageLines(fields: MessageFields): readonly string[] {
  const { statement, resources } = fields;
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...optional('Expiration Time', fields.expirationTime),
    ...optional('Not Before', fields.notBefore),
    ...optional('Request ID', fields.requestId),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ];
}

function renamed(name: string, form: MessageForm): string {
  if (form.startsWith('camelCase')) return name;
  const joint = form.startsWith('snake_case') ? '_' : '-';
  return name.replaceAll(/[A-Z]/g, (letter) => `${joint}${letter.toLowerCase()}`);
}

/** A version or a chain id in another form; a value that is not a number is unchanged. */
function written(name: string, value: unknown, form: MessageForm): unknown {
  if (name !== 'version' && name !== 'chainId') return value;
  if (form.endsWith('all text')) return String(value);
  return form.endsWith('all numbers') && /^\d+$/.test(String(value)) ? Number(value) : value;
}

/** The text that is sent as `signed_message`. */
export function sentMessage(fields: Partial<MessageFields>, lines: readonly string[], form: MessageForm): string {
  if (form === 'lines') return lines.join('\n');
  const members = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(
    Object.fromEntries(members.map(([name, value]) => [renamed(name, form), written(name, value, form)])),
  );
}
