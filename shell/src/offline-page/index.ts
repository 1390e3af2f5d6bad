import { showProfiles } from './show-profiles.ts';
import { retryWhenReachable } from './retry.ts';

// Script of the offline page, which needs only this file, styles and fonts.
retryWhenReachable();
void showProfiles();
