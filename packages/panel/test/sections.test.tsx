import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { Link, MemoryRouter, useNavigate } from 'web-kit/router';
import { sectionSearch, useSection } from '../src/sections/index.tsx';

const SECTIONS = [
  { id: 'gestion', label: 'Modèles' },
  { id: 'journal', label: 'Journal' },
] as const;
function Panel() {
  const navigate = useNavigate();
  const section = useSection(SECTIONS);
  return (
    <>
      <output>{section}</output>
      <Link to={{ search: sectionSearch(SECTIONS, 'journal') }}>Journal</Link>
      <Link to={{ search: '?section=journal&action=login' }}>Filtre</Link>
      <button onClick={() => void navigate(-1)}>Retour</button>
    </>
  );
}

test('a section opens at its top, and leaves filters and the way back where they are', async () => {
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

/** A section whose title is replaced when its data arrive. */
function Journal({ data }: { data: Promise<void> }) {
  const [isRead, setRead] = useState(false);
  useEffect(() => void data.then(() => setRead(true)), [data]);
  return (
    <main>
      <h1 key={String(isRead)} tabIndex={-1}>
        {isRead ? 'Journal' : 'Chargement'}
      </h1>
      <button>Filtrer</button>
    </main>
  );
}

test('the title of a section whose link has gone takes the focus once, and leaves it to the user from then on', async () => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  function Sections() {
    return useSection(SECTIONS) === 'journal' ? (
      <Journal data={promise} />
    ) : (
      <Link to={{ search: sectionSearch(SECTIONS, 'journal') }}>Tout le journal</Link>
    );
  }
  render(
    <MemoryRouter>
      <Sections />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Tout le journal' }));
  expect(screen.getByRole('heading', { name: 'Chargement' })).toHaveFocus();
  resolve();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Journal' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Filtrer' })).toHaveFocus();
  screen.getByRole('button', { name: 'Filtrer' }).remove();
  expect(document.body).toHaveFocus();
});
