import { beginAdministratorEnrolment, beginAffiliateEnrolment } from 'contracts/operations/second-factor';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const beginEnrolment = ({ session, slug }: PanelOwner) =>
  slug === null
    ? call(beginAdministratorEnrolment, { session })
    : call(beginAffiliateEnrolment, { params: { slug }, session });
