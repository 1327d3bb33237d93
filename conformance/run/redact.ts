/** Keeps credentials out of every text that leaves the suite. */

/** Replaces every secret in a text. Short ones are left: they would blank out half of it, and are no secrets. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 6)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

const credentialNames = /^(authorization|cookie|x-.*(secret|appid|token|key).*)$/;

/** Headers with the values of credentials replaced by the name of a shell variable. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!credentialNames.test(name)) return [name, value];
      return [name, name === 'authorization' ? 'Bearer $TOKEN' : `$${name.toUpperCase().replaceAll('-', '_')}`];
    }),
  );
}
