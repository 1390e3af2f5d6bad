import { jest } from '@jest/globals';
import { adminSession } from 'web-kit/session';
import type { ModelsApi } from '../src/models/index.tsx';

/** Creates the administrator's calls on models, each a mock. */
export const mockModelsApi = () => ({
  session: adminSession,
  draftsOf: 'main_admin_token',
  withRedirection: true,
  previewOf: (slug: string) => `/apercu/${slug}`,
  wall: null,
  load: jest.fn<ModelsApi['load']>(),
  create: jest.fn<ModelsApi['create']>(),
  update: jest.fn<ModelsApi['update']>(),
  remove: jest.fn<ModelsApi['remove']>(),
  resetOverride: jest.fn<ModelsApi['resetOverride']>(),
});
