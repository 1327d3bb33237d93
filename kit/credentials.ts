/** The names by which credentials are known, wherever a text is shown that may hold one. */

/** Names of members and parameters; the telling word stands at the end, a short one by itself. Source of a RegExp, flag `i`. */
export const credentialName =
  '(?:[a-z0-9_.-]*(?:token|secrets?|passw(?:or)?ds?|pwd|passphrase|passcode|seed_?phrase|mnemonic|private_?key|api_?key|access_?key|secret_?key|signature|signed_?message|verifier|authorization|credentials?|jwt|cookies?|session(?:_?id)?)|(?:[a-z0-9_.-]*[_.-])?(?:sid|pin|otp|sig|seed)|(?:(?:access|refresh|api|auth|id)[_-]?)?tokens)';

const HEADER =
  /token|secret|auth(?!or)|authorization|cookie|signature|api-?key|passw|app-?id|credential|(?<![a-z])session|jwt|(?:^|-)(?:key|sid|pin|otp|sig)$|private-?key/i;

/** Whether a header carries a credential. */
export function isCredentialHeader(name: string): boolean {
  return HEADER.test(name);
}
