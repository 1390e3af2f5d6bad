import { addAdministratorFactor, addAffiliateFactor } from 'contracts/operations/second-factor';
import type { NewFactor } from 'contracts/second-factor';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export const addFactor = ({ session, slug }: PanelOwner, body: NewFactor) =>
  slug === null
    ? call(addAdministratorFactor, { body, session })
    : call(addAffiliateFactor, { params: { slug }, body, session });
