/** Reads a JSON body. */
import type { json, Request, Response } from 'express';
import { isNestedDeeperThan, MOST_NESTING } from '../nesting.ts';
import { Refusal } from '../refusal.ts';

const TOO_LARGE = 'the body is too large';

/** By the type that Express's parser gives its errors. */
const BODY_FAULTS: Readonly<Record<string, string>> = {
  'entity.too.large': TOO_LARGE,
  'entity.parse.failed': 'the body is not JSON',
  'encoding.unsupported': 'the content encoding of the body is not supported',
  'charset.unsupported': 'the charset of the body is not supported',
};

/** What an error of the parser says of the body; undefined for any other error. */
export function bodyFault(error: Error): string | undefined {
  return 'type' in error ? BODY_FAULTS[String(error.type)] : undefined;
}

/**
 * A reader of bodies: 415 for another content type, 413 when one is too large, 400 when it is not JSON.
 *
 * @param limit in bytes
 */
export function jsonReader(
  parser: typeof json,
  limit: number,
): (request: Request, response: Response) => Promise<unknown> {
  const parse = parser({ limit, strict: false, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      // The parser takes an empty body for an empty object.
      if (!hasBody(request)) {
        resolve(undefined);
        return;
      }
      if (!isJson(request.headers['content-type'])) {
        reject(
          new Refusal(415, 'the content type of the body is not application/json', {
            headers: { Accept: 'application/json' },
          }),
        );
        return;
      }
      // Said at once: the parser waits for the body before it refuses it.
      if (Number(request.headers['content-length'] ?? 0) > limit) {
        reject(new Refusal(413, TOO_LARGE));
        return;
      }
      parse(request, response, (error?: unknown) => {
        if (error !== undefined) reject(error);
        else if (isNestedDeeperThan(request.body)) {
          reject(new Refusal(400, `the body is nested more than ${MOST_NESTING} levels deep`));
        } else resolve(request.body);
      });
    });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}
