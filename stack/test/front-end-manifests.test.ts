import { describe, expect, test } from '@jest/globals';
import { MICROFRONTENDS } from 'contracts/pages';
import { FRONT_ENDS, manifestChanges, readManifests } from '../src/containers/manifests.ts';
import { withChanges } from './manifest-changes.ts';

const count = (text: string, part: string) => text.split(part).length - 1;
const files = readManifests();
const changes = manifestChanges(files, FRONT_ENDS, [...MICROFRONTENDS, 'example']);

describe('the container files', () => {
  // `npm run manifests` corrects differences.
  test('name exactly the micro-frontends of the site', () => {
    expect([...manifestChanges(files, FRONT_ENDS, MICROFRONTENDS).keys()]).toEqual([]);
  });

  test('have a new panel wherever the affiliates’ panel stands', () => {
    const naming = [...files].filter(([path, text]) => !path.includes('/mf-') && text.includes('mf-affiliate'));
    expect([...changes.keys()]).toEqual([
      ...naming.map(([path]) => path),
      'k8s/base/mf-example.yaml',
      'k8s/base/config/mf-example.env',
      'k8s/components/network-policies/mf-example.yaml',
    ]);
    for (const [path, text] of changes) {
      const pattern = files.get(path) ?? files.get(path.replace('example', 'affiliate')) ?? '';
      expect({ path, names: count(text ?? '', 'mf-example') }).toEqual({ path, names: count(pattern, 'mf-affiliate') });
    }
    const compose = changes.get('docker-compose.yml') ?? '';
    expect(compose).toContain('args: { WORKSPACE: microfrontends/example }');
    expect(compose).toContain('REMOTE_EXAMPLE_URL: http://mf-example:8080');
    expect(changes.get('k8s/base/mf-example.yaml')).not.toContain('affiliate');
  });

  test('lose all of it again with its row', () => {
    const added = withChanges(files, changes);
    expect(withChanges(added, manifestChanges(added, FRONT_ENDS, MICROFRONTENDS))).toEqual(files);
  });
});
