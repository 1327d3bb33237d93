/** Certificates for services over TLS: valid ones, and those that a client must refuse. X.509 (RFC 5280) in DER. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What is wrong with a certificate, if anything; an authority that the client trusts has signed all but `unknown`. */
export type Flaw = 'none' | 'expired' | 'not-yet' | 'other-name' | 'no-name' | 'unknown' | 'self-signed';

export interface Certificate {
  /** PEM */
  readonly cert: string;
  readonly key: string;
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const OIDS = { keyId: '551d0e', usage: '551d0f', names: '551d11', constraints: '551d13', authority: '551d23' } as const;

function extension(name: keyof typeof OIDS, value: Uint8Array, isCritical = false): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(OIDS[name]), ...critical, der(0x04, value));
}

const named = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const yearStart = (year: number) => der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`));

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

interface Party {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function party(name: string): Party {
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };
}

const publicPart = ({ publicKey }: Party) => publicKey.export({ type: 'spki', format: 'der' });
const keyId = (of: Party) => createHash('sha1').update(publicPart(of)).digest();

interface Claims {
  readonly years: readonly [from: number, to: number];
  /** Host names and IPv4 addresses; undefined for an authority. */
  readonly names?: readonly Uint8Array[];
}

function certificate(subject: Party, issuer: Party, { years: [from, to], names }: Claims): string {
  const about =
    names === undefined
      ? [
          extension('constraints', sequence(der(0x01, Buffer.from([0xff]))), true),
          extension('usage', der(0x03, Buffer.from([0x02, 0x04])), true),
        ]
      : [extension('names', sequence(...names))];
  const extensions = sequence(
    ...about,
    extension('keyId', der(0x04, keyId(subject))),
    extension('authority', sequence(der(0x80, keyId(issuer)))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    named(issuer.name),
    sequence(yearStart(from), yearStart(to)),
    named(subject.name),
    publicPart(subject),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  return pem(sequence(content, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature)));
}

const address = (...bytes: readonly number[]) => der(0x87, Buffer.from(bytes));
const host = (name: string) => der(0x82, Buffer.from(name));

/** An authority for one run. */
export function createAuthority() {
  const authority = party('Authority of a test');
  const unknownAuthority = party('Unknown authority');
  const around = new Date().getUTCFullYear();
  const now = [around - 1, around + 2] as const;
  return {
    /** PEM of its own certificate. */
    cert: certificate(authority, authority, { years: [around - 10, around + 10] }),
    /** A certificate for 127.0.0.1, but for its flaw. */
    issue(flaw: Flaw): Certificate {
      const subject = party('127.0.0.1');
      const issuer = flaw === 'unknown' ? unknownAuthority : flaw === 'self-signed' ? subject : authority;
      const years =
        flaw === 'expired'
          ? ([around - 3, around - 1] as const)
          : flaw === 'not-yet'
            ? ([around + 2, around + 4] as const)
            : now;
      // The address is not among the alternative names: the subject alone no longer counts (RFC 9110, section 4.3.4).
      const names =
        flaw === 'other-name'
          ? [address(127, 0, 0, 2), host('service.invalid')]
          : flaw === 'no-name'
            ? [host('localhost')]
            : [address(127, 0, 0, 1)];
      const key = subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      return { cert: certificate(subject, issuer, { years, names }), key };
    },
  };
}
