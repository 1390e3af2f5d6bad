import { getModel as operation } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Fetches a model with its media lists and all data that its editor may see. */
export const getModel = ({ session }: PanelOwner, slug: string) => call(operation, { params: { slug }, session });
