import { jest } from '@jest/globals';
// For a test that hangs; its pages time out earlier (PAGE_TIMEOUT_MS).
jest.setTimeout(300_000);
