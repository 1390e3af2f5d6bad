import { comparePostbackReport } from 'contracts/operations/billing';
import type { ReportRequest } from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** A large report takes its time on a slow line. */
const TIMEOUT_MS = 120_000;

export const compareReport = (body: ReportRequest) =>
  call(comparePostbackReport, { body, session, timeoutMs: TIMEOUT_MS });
