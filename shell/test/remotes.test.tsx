import { expect, test } from '@jest/globals';
import { init, loadShare } from '@module-federation/enhanced/runtime';
import { invalidateMicrofrontend } from '../src/remotes.ts';

test('a retry loads a shared module again whose file was missing', async () => {
  let attempts = 0;
  init({
    name: 'shell',
    remotes: [],
    shared: {
      'web-kit/download': {
        version: '1.0.0',
        shareConfig: { singleton: true, requiredVersion: false },
        get: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error('chunk missing');
          return () => 'download';
        },
      },
    },
  });
  await expect(loadShare('web-kit/download')).rejects.toThrow('chunk missing');
  await expect(loadShare('web-kit/download')).rejects.toThrow('chunk missing');
  expect(attempts).toBe(1);
  invalidateMicrofrontend('mf_public');
  const get = await loadShare<string>('web-kit/download');
  expect(get && get()).toBe('download');
});
