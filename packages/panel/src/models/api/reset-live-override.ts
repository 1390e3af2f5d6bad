import { resetLiveOverride as operation } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Returns the live state to the schedule (docs/domain.md#live). */
export const resetLiveOverride = ({ session }: PanelOwner, id: string) => call(operation, { params: { id }, session });
