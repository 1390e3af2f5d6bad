import { comparePostbackReport } from 'contracts/operations/postback-report';
import type { ReportRequest } from 'contracts/operations/postback-report';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** Uploading a large report over a slow line takes time. */
const TIMEOUT_MS = 120_000;

export const compareReport = (body: ReportRequest) =>
  call(comparePostbackReport, { body, session, timeoutMs: TIMEOUT_MS });
