import { showProfiles } from './show-profiles.ts';
import { retryWhenReachable } from './retry.ts';

// Script of the page that is shown without a network: beside the styles and fonts, all that it needs.
retryWhenReachable();
void showProfiles();
