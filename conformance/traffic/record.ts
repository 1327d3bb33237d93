/**
 * Writes traffic as an HTTP archive (HAR 1.2) that is complete after each entry, with pseudonyms in place of
 * credentials.
 */

import { closeSync, openSync, writeSync } from 'node:fs';
import { credentialName, isCredentialHeader } from '@wallet-services/kit/credentials';
import { UsageError } from '@wallet-services/kit/errors';
import { Recent } from '../model/recent.ts';
import { harEntryOf, harFrame } from '../report/har.ts';
import { withoutSecrets } from '../run/send/redact.ts';
import { secretsIn, senderOf } from './credentials.ts';
import type { Recorded } from './recorded.ts';

/** The number of recent secrets that are searched for in the entries. */
const MOST_SECRETS = 500;

/** A larger file could not be read again. */
const LARGEST = 4 * 2 ** 30 - 2 ** 26;

/** Marks the file as different from the suite's own recordings, which a run may overwrite. */
const before = harFrame.before.replace('wallet-conformance', 'wallet-traffic');

const SECRET_FIELD = new RegExp(`((?:^|[?&])${credentialName}=)[^&#]*`, 'gi');

export interface Recorder {
  write(recorded: Recorded): void;
  close(): void;
}

function entryOf(recorded: Recorded, secrets: readonly string[]) {
  const { method, url, requestBody, status, answerHeaders, body, began, at } = recorded;
  const shown = (text: string) => withoutSecrets(text, secrets).replaceAll(SECRET_FIELD, '$1***');
  // The digest only distinguishes the callers of one recording: its key is never written.
  const caller = senderOf(recorded).caller ?? '';
  const own = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(
      ([name, value]) => [name, isCredentialHeader(name) ? `***${caller}` : shown(value)] as const,
    );
  const address = new URL(shown(url));
  address.username = '';
  address.password = '';
  const mimeType = recorded.headers['content-type'] ?? 'application/json';
  return harEntryOf({
    startedAt: began,
    milliseconds: at - began,
    request: {
      method,
      url: address.href,
      headers: own(recorded.headers),
      bodySize: Buffer.byteLength(requestBody ?? ''),
      postData: requestBody === null ? null : { mimeType, text: shown(requestBody) },
    },
    response: {
      status,
      headers: own(answerHeaders),
      content: { size: body.bytes, mimeType: answerHeaders['content-type'] ?? '', text: shown(body.text) },
    },
  });
}

/**
 * Opens a file and replaces its content.
 *
 * @throws UsageError when it cannot be written.
 */
export function openRecorder(path: string): Recorder {
  const secrets = new Recent<true>(MOST_SECRETS);
  let file: number | null = null;
  try {
    file = openSync(path, 'w');
    writeSync(file, before + harFrame.after);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`the recording cannot be written to ${path} (${code}): choose a writable folder`);
  }
  let end = Buffer.byteLength(before);
  let isFirst = true;
  return {
    write(recorded) {
      for (const secret of secretsIn(recorded)) secrets.set(secret, true);
      if (file === null || end > LARGEST) return;
      const text = Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(entryOf(recorded, secrets.keys()))}`);
      try {
        writeSync(file, Buffer.concat([text, Buffer.from(harFrame.after)]), 0, undefined, end);
      } catch {
        // A full disk must not stop the traffic.
        this.close();
        return;
      }
      end += text.length;
      isFirst = false;
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
