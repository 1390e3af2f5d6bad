import { enrolAdministrator } from 'contracts/operations/second-factor';
import type { NewFactor } from 'contracts/second-factor';
import { call } from 'web-kit/api';

/** Adds the first second factor, which is mandatory for the administrator. */
export const enrol = (body: NewFactor) => call(enrolAdministrator, { body });
