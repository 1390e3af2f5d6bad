import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useNavigate } from 'web-kit/router';
import { sectionSearch, useSection } from '../src/sections/index.tsx';

const SECTIONS = [
  { id: 'gestion', label: 'Modèles' },
  { id: 'journal', label: 'Journal' },
] as const;
function Panel() {
  const navigate = useNavigate();
  return (
    <>
      <output>{useSection(SECTIONS)}</output>
      <Link to={{ search: sectionSearch(SECTIONS, 'journal') }}>Journal</Link>
      <Link to={{ search: '?section=journal&action=login' }}>Filtre</Link>
      <button onClick={() => void navigate(-1)}>Retour</button>
    </>
  );
}

test('opens a section at its top, and leaves filters and the way back where they are', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <Panel />
    </MemoryRouter>,
  );
  expect(scrollTo).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Journal' }));
  expect(scrollTo.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
  await user.click(screen.getByRole('link', { name: 'Filtre' }));
  await user.click(screen.getByRole('button', { name: 'Retour' }));
  await user.click(screen.getByRole('button', { name: 'Retour' }));
  expect(screen.getByText('gestion')).toBeVisible();
  expect(scrollTo).toHaveBeenCalledTimes(1);
});
