import { ACCESS_TOKEN_SECONDS } from 'contracts/roles';
import { wholeNumber } from 'service-kit/run-command';

/** Time before the expiry of a reader's token at which a measurement must be over. */
const SPARE_SECONDS = 30;
const MOST_SECONDS = ACCESS_TOKEN_SECONDS - SPARE_SECONDS;

export interface BillingSizes {
  seconds: number;
  postbacksPerSecond: number;
  readsPerSecond: number;
  subscribers: number;
  /** Size of the ledger for the reads of figures; 0 skips them. */
  entries: number;
}

/** @throws UsageError unless all values are integers within the bounds */
export const billingSizes = (values: {
  seconds: string;
  postbacks: string;
  reads: string;
  subscribers: string;
  entries: string;
}): BillingSizes => ({
  seconds: wholeNumber(values.seconds, '--seconds', { least: 1, most: MOST_SECONDS }),
  postbacksPerSecond: wholeNumber(values.postbacks, '--postbacks', { least: 1, most: 2_000 }),
  readsPerSecond: wholeNumber(values.reads, '--reads', { least: 1, most: 5_000 }),
  subscribers: wholeNumber(values.subscribers, '--subscribers', { least: 1, most: 10_000 }),
  entries: wholeNumber(values.entries, '--entries', { least: 0, most: 30_000_000 }),
});
