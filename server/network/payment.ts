/** Payments of the wallet network, as a service receives them. */

/** The payer of a payment code. */
export interface Payer {
  readonly userId: string;
  /** Id of the transfer, a UUID. */
  readonly snapshotId: string;
}

/** What became of a payment. */
export interface PaymentOutcome {
  /** `accepted`: it had, or will have, its effect. `refunded`: it was sent back. */
  readonly state: 'accepted' | 'refunded';
  /** Why it was sent back, for a person. */
  readonly reason?: string;
}
