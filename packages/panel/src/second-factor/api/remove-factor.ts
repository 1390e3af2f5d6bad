import { removeAdministratorFactor, removeAffiliateFactor } from 'contracts/operations/second-factor';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const removeFactor = ({ session, slug }: PanelOwner, id: string) =>
  slug === null
    ? call(removeAdministratorFactor, { params: { id }, session })
    : call(removeAffiliateFactor, { params: { slug, id }, session });
