import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '../src/apps.ts';
import { classNameOf } from '../src/class-names.ts';

test.each([
  ['packages/ui/src/button/button.module.css', 'button_primary'],
  ['packages/panel/src/media-list/media-grid.module.css', 'panel_media-grid_primary'],
  ['microfrontends/public/src/features/layout/layout.module.css', 'public_layout_primary'],
])('a class of %s is named %s', (path, expected) => {
  expect(classNameOf(join(REPOSITORY, path), 'primary')).toBe(expected);
});

test('no two modules of styles have the same names', async () => {
  const modules: string[] = [];
  for await (const path of glob(['{packages,microfrontends}/*/src/**/*.module.css', 'shell/src/**/*.module.css'], {
    cwd: REPOSITORY,
  }))
    modules.push(path);
  expect(modules.length).toBeGreaterThan(100);
  const names = Map.groupBy(modules, (path) => classNameOf(join(REPOSITORY, path), 'same'));
  expect([...names.values()].filter((paths) => paths.length > 1)).toEqual([]);
});
