import { comparePostbackReport } from 'contracts/operations/billing';
import type { ReportRequest } from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

export const compareReport = (body: ReportRequest) => call(comparePostbackReport, { body, session });
