import type { ModelPlace } from 'contracts/models';
import { placeModel as operation } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Places a model on the wall right before or after another one. */
export const placeModel = ({ session }: PanelOwner, id: string, place: ModelPlace) =>
  call(operation, { params: { id }, body: place, session });
