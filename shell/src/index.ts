// Made a file of its own, which the page loads before all others.
import './first-script.ts';
import { nextTask } from './next-task.ts';

// Before any schema is built: zod would probe for `new Function`, which the content security policy refuses and reports.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(shared.__zod_globalConfig ??= {}).jitless = true;

/** Loads one after the other, each in a task of its own: a slow phone can handle a touch in between. */
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
