import { featureModel as operation } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Features a model before all others on the wall, or returns it to its position. */
export const featureModel = ({ session }: PanelOwner, id: string, isFeatured: boolean) =>
  call(operation, { params: { id }, body: { is_featured: isFeatured }, session });
