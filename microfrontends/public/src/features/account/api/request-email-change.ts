import { requestEmailChange as operation } from 'contracts/operations/auth';
import type { EmailChange } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const requestEmailChange = (body: EmailChange) => call(operation, { body, session });
