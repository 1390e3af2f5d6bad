// Built as a separate file, which the page loads before all others.
import './first-script.ts';
import { nextTask } from './next-task.ts';

// Set before any schema is created: zod would test `new Function`, which the content security policy blocks and reports.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(shared.__zod_globalConfig ??= {}).jitless = true;

/** Modules loaded one after the other, each in a separate task, so that a slow phone can handle taps in between. */
const parts = [
  () => import('react'),
  () => import('react-dom/client'),
  () => import('web-kit/router'),
  () => import('web-kit/query'),
  () => import('./bootstrap.tsx'),
];
for (const part of parts) {
  await nextTask();
  await part();
}
