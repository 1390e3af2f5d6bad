import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { MICROFRONTENDS } from 'contracts/pages';
import { manifestChanges, SHARED_FILES, withRowsFor } from '../src/containers/front-end-manifests.ts';
import { repository } from '../src/folders.ts';

const count = (text: string, part: string) => text.split(part).length - 1;

describe('the container files', () => {
  // `npm run manifests` writes what differs.
  test('name exactly the micro-frontends of the site', () => {
    expect([...manifestChanges(MICROFRONTENDS).keys()]).toEqual([]);
  });

  test('have a new panel wherever the affiliates’ panel stands', () => {
    const changes = manifestChanges([...MICROFRONTENDS, 'example']);
    expect([...changes.keys()]).toEqual([
      ...SHARED_FILES,
      'k8s/base/mf-example.yaml',
      'k8s/base/config/mf-example.env',
      'k8s/components/network-policies/mf-example.yaml',
    ]);
    for (const text of changes.values()) expect(text).not.toBeNull();
    const compose = changes.get('docker-compose.yml') ?? '';
    expect(compose).toContain('args: { WORKSPACE: microfrontends/example }');
    expect(compose).toContain('REMOTE_EXAMPLE_URL: http://mf-example:8080');
    expect(changes.get('k8s/base/mf-example.yaml')).not.toContain('affiliate');
  });

  test.each(SHARED_FILES)('%s names a new panel as often as the affiliates’, and loses all of it again', (path) => {
    const text = readFileSync(join(repository, path), 'utf8');
    const added = withRowsFor([...MICROFRONTENDS, 'example'], text);
    expect(count(added, 'mf-example')).toBe(count(text, 'mf-affiliate'));
    expect(count(added, 'mf-example')).toBeGreaterThan(0);
    expect(count(added, 'mf-affiliate')).toBe(count(text, 'mf-affiliate'));
    expect(withRowsFor(MICROFRONTENDS, added)).toBe(text);
  });
});
