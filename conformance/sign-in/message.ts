/** EIP-4361 messages: their fields, the lines that are signed, and the JSON object that is sent (documents 1 and 2). */

/** The fields of a message. Their values may be wrong on purpose, so they are no more than text. */
export interface MessageFields {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number | string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** How the members of the JSON object are named, or that the lines themselves are sent: the documents do not show it. */
export const messageForms = ['camelCase', 'kebab-case', 'snake_case', 'lines'] as const;

export type MessageForm = (typeof messageForms)[number];

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
  if (form === 'camelCase') return name;
  const joint = form === 'snake_case' ? '_' : '-';
  return name.replaceAll(/[A-Z]/g, (letter) => `${joint}${letter.toLowerCase()}`);
}

/** The text that is sent as `signed_message`. */
export function sentMessage(fields: Partial<MessageFields>, lines: readonly string[], form: MessageForm): string {
  if (form === 'lines') return lines.join('\n');
  const members = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(Object.fromEntries(members.map(([name, value]) => [renamed(name, form), value])));
}
