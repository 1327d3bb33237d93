/** Decimal arithmetic without rounding. */
import { Decimal } from 'decimal.js';

/** Keeps sums and products of amounts exact, however long they are: by default decimal.js rounds to 20 digits. */
export const Exact = Decimal.clone({ precision: 200 });
