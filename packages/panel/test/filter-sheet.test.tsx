import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockMedia } from 'ui/testing/browser-parts';
import { FilterSheet } from '../src/filter-sheet/index.tsx';

const open = (isPhone: boolean) => {
  mockMedia(() => isPhone);
  render(
    <FilterSheet active={2}>
      <label>
        Type <input />
      </label>
    </FilterSheet>,
  );
};

test('the filters are beside each other where there is room', () => {
  open(false);
  expect(screen.getByLabelText('Type')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the filters open as a sheet on a phone, which closes with the focus back on its button', async () => {
  open(true);
  expect(screen.queryByLabelText('Type')).toBeNull();
  const button = screen.getByRole('button', { name: 'Filtres (2)' });
  await userEvent.click(button);
  expect(screen.getByLabelText('Type')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
  expect(screen.queryByLabelText('Type')).toBeNull();
  expect(button).toHaveFocus();
});
