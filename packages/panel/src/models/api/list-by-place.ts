import { listModels } from 'contracts/operations/models';
import { callPage } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Fetches a page of the published models in the order of the wall, regardless of lives. */
export const listByPlace = ({ session }: PanelOwner, cursor: string | undefined, signal: AbortSignal) =>
  callPage(listModels, { query: { sort: 'place', state: 'published', cursor }, session, signal });
