import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { EVERY_COMPONENT } from './every-component.tsx';

const SOURCES = join(import.meta.dirname, '../src');
const components = readdirSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(SOURCES, entry.name)).includes('index.tsx'))
  .map((entry) => entry.name);
/** Not rendered here: every component with a link contains `anchor`, and `focus-main` is a function. */
const NOT_RENDERED = ['anchor', 'focus-main'];

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

test('the list of rendered components names all of them', () => {
  expect(Object.keys(EVERY_COMPONENT).sort()).toEqual(components.filter((name) => !NOT_RENDERED.includes(name)).sort());
});

test.each(Object.entries(EVERY_COMPONENT))(
  'the server’s rendering of %s hydrates without a difference or an added style element',
  async (_, element) => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(element);
    expect(container.innerHTML).not.toBe('');
    const recovered = jest.fn();
    const root = await act(async () => hydrateRoot(container, element, { onRecoverableError: recovered }));
    expect(recovered).not.toHaveBeenCalled();
    expect(complaints).not.toHaveBeenCalled();
    expect(document.querySelector('style:not([data-jsdom])')).toBeNull();
    act(() => root.unmount());
  },
);

test('the design system takes all colours, other than those of shadows and scrims, from the tokens', () => {
  const styleSheets = components.flatMap((name) =>
    readdirSync(join(SOURCES, name))
      .filter((file) => file.endsWith('.css'))
      .map((file) => join(SOURCES, name, file)),
  );
  const named = styleSheets.flatMap((file) => readFileSync(file, 'utf8').match(/#[0-9a-f]{3,8}\b/gi) ?? []);
  expect(styleSheets.length).toBeGreaterThan(30);
  expect(named).toEqual([]);
});
