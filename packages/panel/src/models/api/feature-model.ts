import { featureModel as operation } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Puts a model before all others of the wall, or back into its place. */
export const featureModel = ({ session }: PanelOwner, id: string, isFeatured: boolean) =>
  call(operation, { params: { id }, body: { is_featured: isFeatured }, session });
