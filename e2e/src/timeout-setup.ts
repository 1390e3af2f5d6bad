// For a journey that hangs: its pages give up earlier (PAGE_TIMEOUT_MS).
jest.setTimeout(300_000);
