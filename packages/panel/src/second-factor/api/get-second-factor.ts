import { getAdministratorSecondFactor, getAffiliateSecondFactor } from 'contracts/operations/second-factor';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const getSecondFactor = ({ session, slug }: PanelOwner, signal: AbortSignal) =>
  slug === null
    ? call(getAdministratorSecondFactor, { session, signal })
    : call(getAffiliateSecondFactor, { params: { slug }, session, signal });
