import { listAdministratorSessions, listAffiliateSessions } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const listSessions = ({ session, slug }: PanelOwner, signal: AbortSignal) =>
  slug === null
    ? call(listAdministratorSessions, { session, signal })
    : call(listAffiliateSessions, { params: { slug }, session, signal });
