import { endAdministratorSessions, endAffiliateSessions } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const endSessions = ({ session, slug }: PanelOwner) =>
  slug === null
    ? call(endAdministratorSessions, { session })
    : call(endAffiliateSessions, { params: { slug }, session });
