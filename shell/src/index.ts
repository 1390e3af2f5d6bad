import { listenToEarlyTaps } from './early-tap.ts';

// Before any schema is built: zod would probe for `new Function`, which the content security policy refuses and reports.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(shared.__zod_globalConfig ??= {}).jitless = true;

listenToEarlyTaps();
import('./bootstrap.tsx');
