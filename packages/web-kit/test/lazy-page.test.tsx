import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { lazyPage } from 'web-kit/lazy-page';

const Failed = ({ name, onRetry }: { name: string; onRetry: () => void }) => (
  <button onClick={onRetry}>{`${name} manque`}</button>
);

/** Renders a part whose first `failures` loads fail, as without a connection, beside a field of the page. */
const showPart = (failures: number) => {
  let loads = 0;
  const Part: ComponentType<{ name: string }> = lazyPage(async () => {
    loads += 1;
    if (loads <= failures) throw new Error('chunk missing');
    return { default: ({ name }: { name: string }) => <p>{`${name} est là`}</p> };
  }, Failed);
  const page = (hasPart: boolean) => (
    <>
      <input aria-label="Bio" />
      <Suspense fallback={null}>{hasPart && <Part name="La courbe" />}</Suspense>
    </>
  );
  const { rerender } = render(page(true));
  return { loads: () => loads, rerender: (hasPart: boolean) => rerender(page(hasPart)) };
};

describe('lazyPage with a component for its failure', () => {
  test('leaves the page as it is where the part cannot be loaded, and loads it again by its retry', async () => {
    const { loads } = showPart(2);
    await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), 'Trapéziste');
    await userEvent.click(await screen.findByRole('button', { name: 'La courbe manque' }));
    await userEvent.click(await screen.findByRole('button', { name: 'La courbe manque' }));
    expect(await screen.findByText('La courbe est là')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Bio' })).toHaveValue('Trapéziste');
    expect(loads()).toBe(3);
  });

  test('requests a failed part once while it is shown, and again when it is shown again', async () => {
    const { loads, rerender } = showPart(1);
    await screen.findByRole('button', { name: 'La courbe manque' });
    rerender(true);
    expect(loads()).toBe(1);
    rerender(false);
    rerender(true);
    expect(await screen.findByText('La courbe est là')).toBeVisible();
    expect(loads()).toBe(2);
  });
});
