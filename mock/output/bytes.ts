/** Creates binary bodies, for which a document can only have text. */
import { isObject } from '@wallet-services/kit/json';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////' +
  '////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 3 3]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64');

interface Format {
  /** Pattern of the first bytes, as one character each. */
  readonly magic: RegExp;
  /** The smallest file, in base64. */
  readonly smallest: string;
}

/** Formats for which a client could not read arbitrary text. */
const FORMATS: Readonly<Record<string, Format>> = {
  'image/png': { magic: /^\x89PNG/, smallest: PNG },
  'image/gif': { magic: /^GIF8/, smallest: GIF },
  'image/jpeg': { magic: /^\xff\xd8\xff/, smallest: JPEG },
  'image/webp': { magic: /^RIFF/, smallest: WEBP },
  'application/pdf': { magic: /^%PDF/, smallest: PDF },
};

/** Whether a body of this media type needs neither schema nor example: its smallest file is sent. */
export function isFormat(type: string): boolean {
  return Object.hasOwn(FORMATS, type.toLowerCase());
}

/**
 * The bytes that a text represents: decoded from base64 if its schema declares it, or if that results in a file of the
 * format; otherwise the smallest file of the format.
 *
 * @returns undefined when the text is sent unchanged
 */
export function bytesOf(text: string, type: string, schema: unknown): Buffer | undefined {
  const isBase64 = isObject(schema) && (schema['contentEncoding'] === 'base64' || schema['format'] === 'byte');
  const format = FORMATS[type];
  const decoded = Buffer.from(text, 'base64');
  if (format === undefined) return isBase64 && !type.startsWith('text/') ? decoded : undefined;
  if (format.magic.test(decoded.toString('latin1'))) return decoded;
  if (format.magic.test(text)) return Buffer.from(text, 'latin1');
  return Buffer.from(format.smallest, 'base64');
}
