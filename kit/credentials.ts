/** The names that credentials have, for every place that shows a text which may contain one. */

/**
 * Names of members and parameters. The significant word comes last; a short one must be the whole name. Source of a
 * RegExp, flag `i`.
 */
export const credentialName =
  '(?:[a-z0-9_.-]*(?:token|secrets?|passw(?:or)?ds?|pwd|passphrase|passcode|seed[_-]?phrase|mnemonic|private[_-]?key|api[_-]?key|access[_-]?key|secret[_-]?key|signature|signed[_-]?message|verifier|authorization|credentials?|jwt|cookies?|session(?:[_-]?id)?)|(?:[a-z0-9_.-]*[_.-])?(?:sid|pin|otp|sig|seed)|(?:(?:access|refresh|api|auth|id)[_-]?)?tokens)';

const HEADER =
  /token|secret|auth(?!or)|authorization|cookie|signature|api-?key|passw|app-?id|credential|(?<![a-z])session|jwt|(?:^|-)(?:key|sid|pin|otp|sig)$|private-?key/i;

/** Whether a header carries a credential. */
export function isCredentialHeader(name: string): boolean {
  return HEADER.test(name);
}
