import { endAdministratorSession, endAffiliateSession } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const endSession = ({ session, slug }: PanelOwner, id: string) =>
  slug === null
    ? call(endAdministratorSession, { params: { id }, session })
    : call(endAffiliateSession, { params: { slug, id }, session });
