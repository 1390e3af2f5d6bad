import { renewAdministratorRecoveryCodes, renewAffiliateRecoveryCodes } from 'contracts/operations/second-factor';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const renewRecoveryCodes = ({ session, slug }: PanelOwner) =>
  slug === null
    ? call(renewAdministratorRecoveryCodes, { session })
    : call(renewAffiliateRecoveryCodes, { params: { slug }, session });
