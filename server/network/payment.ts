/** Payments of the wallet network as a service receives them. */

/** The payer of a payment code. */
export interface Payer {
  readonly userId: string;
  /** Id of the transfer, a UUID. */
  readonly snapshotId: string;
}

/** The outcome of a payment. */
export interface PaymentOutcome {
  /** `accepted`: the payment has, or will have, its effect. `refunded`: it was sent back. */
  readonly state: 'accepted' | 'refunded';
  /** Why it was sent back, as text for people. */
  readonly reason?: string;
}
