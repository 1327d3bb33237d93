import { describe, expect, it } from 'vitest';
import type { ChangeClass } from '../finding.ts';
import { nextVersion, versionSentence } from './version.ts';

describe('the next version', () => {
  it.each<[string | undefined, string | undefined, ChangeClass | null, string]>([
    ['1.2.3', '1.2.3', 'breaking', 'next version: 2.0.0 (major; now 1.2.3)'],
    ['1.2.3', undefined, 'compatible', 'next version: 1.3.0 (minor; now 1.2.3)'],
    ['1.2.3', '1.2.4', 'compatible', 'next version: 1.3.0; 1.2.4 is too low for this change'],
    ['1.2.3', '2.0.0', 'unclear', 'next version: 2.0.0; the version is already 2.0.0'],
    ['0.1.0', '0.1.0', 'unclear', 'next version: 0.2.0 (minor; now 0.1.0)'],
    ['0.1.0', '0.1.0', 'compatible', 'next version: 0.1.1 (patch; now 0.1.0)'],
    ['1.2.3', '9.0.0', null, 'next version: stays 1.2.3'],
    [undefined, '1.0.0', 'breaking', 'next version: raise the major part'],
    ['one', '1.0.0', 'documentation', 'next version: raise the patch part'],
    [undefined, undefined, null, 'version: unchanged'],
  ])('from %s, declared as %s, after a change that is %s: %s', (base, head, gravest, sentence) => {
    expect(versionSentence(nextVersion(base, head, gravest))).toBe(sentence);
  });

  it.each([
    ['1.0.0', '1.1.0', true],
    ['1.0.0', '1.0.9', false],
    ['1.0.0', undefined, false],
    [undefined, undefined, true],
  ])('from %s to %s is high enough for something new: %s', (base, head, expected) => {
    expect(nextVersion(base, head, 'compatible').enough).toBe(expected);
  });
});
