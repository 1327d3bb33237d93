/** What the input rules need to know of a service beyond its document. */

import type { Scene, Talk } from '../../core/rule.ts';
import type { Variant } from '../../generate/inputs.ts';
import type { Input } from '../../model/call.ts';
import type { Operation } from '../../model/document/api.ts';
import type { Exchange, HttpCall } from '../../model/exchange.ts';
import type { ServiceTarget } from '../../model/target.ts';

/** Sends a request before anything is asked. @throws only when the run is interrupted. */
export type Send = (call: HttpCall) => Promise<Exchange>;

export interface SignedIn {
  /** With the credentials that were made. */
  readonly target: ServiceTarget;
  /** Why a sign-in failed; null when none did. */
  readonly problem: string | null;
  /** Signs in again: the target with new credentials. Absent: those that were made last. */
  readonly again?: () => Promise<ServiceTarget>;
}

export interface InputProfile {
  /** Operations whose example any server must take, beside those that need no inputs. */
  readonly certain?: readonly string[];
  /** Whether any server must take this request, where that depends on what was found or named. Default: by operation. */
  readonly isCertain?: (call: HttpCall, scene: Scene) => boolean;
  /** Inputs of an operation that its document does not mark as required, and that a request needs all the same. */
  readonly complete?: (operation: Operation, talk: Talk) => Promise<Partial<Input> | null>;
  /** Makes the credentials that the target does not name. Absent: wallet tokens, where the service takes such. */
  readonly signIn?: (scene: Scene, send: Send) => Promise<SignedIn>;
  /** Called after each accepted request: waits for what it set off. */
  readonly settle?: (exchange: Exchange, talk: Talk) => Promise<void>;
  /** So many things, or more, that a list holds; null where there is no better way than to make each. */
  readonly stock?: Scene['stock'];
  /** Operations that are left to their own rules: asked side by side with others they would disturb them. */
  readonly apart?: readonly string[];
  /** The document is all there is: what it writes of an input holds. Default: the documents it was made from decide. */
  readonly isStrict?: boolean;
  /** Whether the documents leave open how a request is answered that the document calls invalid. */
  readonly isOpen?: (operation: Operation, variant: Variant) => boolean;
  /** Whether the documents leave open that a request is taken which the document calls valid. */
  readonly mayRefuse?: (operation: Operation, variant: Variant) => boolean;
  /** Gives a request ids of its own. Inputs that differ from the base are left as they are. */
  readonly refresh?: (operation: Operation, base: Input, variant: Variant, scene: Scene) => Variant;
  /** Requests that the documents allow, beside the edges of each input. Asked when the example was accepted. */
  readonly allowed?: (operation: Operation, base: Input) => readonly Variant[];
  /**
   * Values on which the documents are silent, by the input that takes them, of any operation or of one: `query/dur`,
   * `createAction body/amount`. Nothing is demanded, but a crash or a hang is told.
   */
  readonly silent?: Readonly<Record<string, readonly string[]>>;
}
