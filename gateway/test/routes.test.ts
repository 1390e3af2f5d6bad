import { describe, expect, test } from '@jest/globals';
import { SERVICE_NAMES } from 'contracts/services';
import type { ServiceName } from 'contracts/services';
import { createMatcher, ROWS, rowsFor } from '../src/routes.ts';

describe('the rows of the gateway', () => {
  const match = createMatcher(rowsFor([...SERVICE_NAMES, 'example' as ServiceName]));
  const targetOf = (path: string) => {
    const found = match('POST', path);
    return found.kind === 'row' ? found.row.target : found.kind;
  };

  test.each(['/api/example', '/api/example/one/two'])('forward %s to a service without rows of its own', (path) => {
    expect(targetOf(path)).toBe('example');
  });

  test('give a service with rows of its own no others', () => {
    const named = SERVICE_NAMES.filter((name) =>
      ROWS.some(({ target, path }) => target === name && path !== `/api/${name}/*`),
    );
    expect(named).not.toEqual([]);
    for (const name of [...named, 'examples']) expect([name, targetOf(`/api/${name}/one`)]).toEqual([name, 'none']);
  });
});
