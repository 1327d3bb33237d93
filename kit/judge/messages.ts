/** The messages between a judge and its process. */

export type ToWorker =
  | { readonly kind: 'open'; readonly data: unknown }
  /** The next bytes of a block of the next task. */
  | { readonly kind: 'part'; readonly block: number; readonly total: number; readonly bytes: Uint8Array }
  /** `paths`: the places of its blocks, in their order. */
  | {
      readonly kind: 'judge';
      readonly id: number;
      readonly task: unknown;
      readonly paths: readonly (readonly string[])[];
    };

export type FromWorker = {
  /** Processor time that the process has taken so far, in milliseconds. */
  readonly spent: number;
} & (
  | { readonly kind: 'ready'; readonly about: unknown }
  /** The judge cannot be opened; `isUsage` when the user's request was invalid. */
  | { readonly kind: 'refused'; readonly isUsage: boolean; readonly message: string }
  | { readonly kind: 'judged'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number }
);
