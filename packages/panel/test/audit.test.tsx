import { describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from 'contracts/audit';
import { AuditPage } from '../src/audit/index.tsx';
import { backend, open, owner, requests } from './insight-page.tsx';

const entry = (id: string, name: string): AuditEntry => ({
  id,
  at: '2026-03-02T20:05:00.000Z',
  actor: { role: 'administrator', slug: null, name: null },
  action: 'model.updated',
  subject: { kind: 'model', slug: 'nina', name, link: 'nina' },
  version: { model_id: '6f1d5c9e-0f64-4f0e-9a51-0c4a5f3f7d10', edit_revision: 1 },
  count: 1,
  changes: [{ field: 'is_verified', before: false, after: true }],
});

describe('the audit trail', () => {
  test('loads more changes on demand and sends the filters of the address to the server', async () => {
    backend.response = (url) =>
      url.searchParams.get('kind')
        ? { entries: [], next: null }
        : url.searchParams.get('before')
          ? { entries: [entry('2', 'Théo')], next: null }
          : { entries: [entry('1', 'Nina')], next: 'suite' };
    const user = userEvent.setup();
    open(<AuditPage {...owner} />, '?section=journal');
    expect((await screen.findByText('vérifié')).nextElementSibling?.textContent).toBe(
      'Avant\u00a0: non→Après\u00a0: oui',
    );
    expect(screen.getByRole('heading', { level: 3, name: '2 mars 2026' })).not.toBeNull();
    expect(screen.getByText('21h05')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Voir plus' }));
    const added = (await screen.findByRole('link', { name: 'Théo' })).closest('p');
    expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
    expect(document.activeElement).toBe(added);
    await user.selectOptions(screen.getByLabelText('Type'), 'media');
    expect(await screen.findByText('Aucun changement ne correspond à ces filtres.')).not.toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('?section=journal&type=media');
    await user.click(screen.getByRole('button', { name: 'Tout afficher' }));
    expect(await screen.findByRole('link', { name: 'Nina' })).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Journal');
    expect(screen.getByTestId('address').textContent).toBe('?section=journal');
  });

  test('groups changes by days, leads to the model, and sends the dates of the filter', async () => {
    const earlier = { ...entry('2', 'Théo'), at: '2026-03-01T22:59:00.000Z', version: null };
    backend.response = () => ({ entries: [entry('1', 'Nina'), earlier], next: null });
    const user = userEvent.setup();
    open(<AuditPage {...owner} />, '?section=journal');
    expect((await screen.findByRole('link', { name: 'Nina' })).getAttribute('href')).toBe('/?editer=nina');
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      '2 mars 2026',
      '1er mars 2026',
    ]);
    await user.type(screen.getByLabelText('Du'), '2026-03-01');
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('from')).toBe('2026-03-01'));
    expect(screen.getByTestId('address').textContent).toBe('?section=journal&du=2026-03-01');
  });

  test('offers a version where a later save of the model changed what a restore brings back', async () => {
    const save = (edition: number, changes: AuditEntry['changes']): AuditEntry => ({
      ...entry(String(edition), 'Nina'),
      version: { model_id: '6f1d5c9e-0f64-4f0e-9a51-0c4a5f3f7d10', edit_revision: edition },
      changes,
    });
    backend.response = () => ({
      entries: [
        save(4, [{ field: 'manual_live_override', before: null, after: true }]),
        save(3, [{ field: 'state', before: 'draft', after: 'published' }]),
        save(2, [{ field: 'bio' }]),
        save(1, []),
      ],
      next: null,
    });
    const offers = () =>
      screen.queryAllByRole('button', { name: /Revenir à cet état/ }).map((button) => button.textContent);
    open(<AuditPage {...owner} />, '?section=journal&recherche=NINA&type=model');
    await screen.findByText('bio');
    expect(offers()).toEqual(['Revenir à cet état de Nina, n°\u00a01']);
    cleanup();
    open(<AuditPage {...owner} />, '?section=journal&au=2026-03-02');
    await screen.findByText('bio');
    expect(offers()).toHaveLength(4);
  });

  test('restores a version once its changes were confirmed, and again after a conflict', async () => {
    let edition = 4;
    const restores: (string | null)[] = [];
    const recap = { changes: [{ field: 'bio', before: 'Seconde', after: 'Première' }], missing_files: 2 };
    backend.response = (url) =>
      url.pathname.includes('/versions/')
        ? { edit_revision: edition, ...recap }
        : { entries: [entry('1', 'Nina'), entry('2', 'Nina')], next: null };
    const reply = jest.mocked(globalThis.fetch).getMockImplementation();
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (!String(url).endsWith('/restore')) return (await reply?.(url, init)) as Response;
      restores.push(new Headers(init?.headers).get('if-match'));
      edition += 1;
      return restores.length === 1
        ? new Response(JSON.stringify({ error: 'Conflit', code: 'EDIT_CONFLICT', requestId: 'r' }), { status: 409 })
        : new Response(JSON.stringify({ id: 'x' }));
    });
    const user = userEvent.setup();
    open(<AuditPage {...owner} />, '?section=journal');
    await user.click(await screen.findByRole('button', { name: /Revenir à cet état/ }));
    expect(await screen.findByText('Première')).not.toBeNull();
    expect(screen.getByText(/2.fichiers supprimés depuis/)).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
    expect(await screen.findByText(/a été modifié entre-temps/)).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
    expect(await screen.findByText('Version restaurée')).not.toBeNull();
    expect(restores).toEqual(['"4"', '"5"']);
  });

  test('lists the restore as soon as its event has reached the trail', async () => {
    const restored = { ...entry('3', 'Nina'), changes: [{ field: 'restored_version', before: null, after: 1 }] };
    const former = [entry('1', 'Nina'), entry('2', 'Nina')];
    let loads = 0;
    backend.response = ({ pathname }) => {
      if (pathname.endsWith('/restore')) return { id: 'x', edit_revision: 9 };
      if (pathname.includes('/versions/'))
        return {
          edit_revision: 4,
          changes: [{ field: 'bio', before: 'Seconde', after: 'Première' }],
          missing_files: 0,
        };
      loads += 1;
      const listed = { ...restored, version: { ...restored.version, edit_revision: 9 } };
      return { entries: loads > 3 ? [listed, ...former] : former, next: null };
    };
    const user = userEvent.setup();
    open(<AuditPage {...owner} />, '?section=journal');
    await user.click(await screen.findByRole('button', { name: /Revenir à cet état/ }));
    await screen.findByText('Première');
    jest.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
      await act(() => jest.advanceTimersByTimeAsync(20_000));
    } finally {
      jest.useRealTimers();
    }
    expect(screen.getAllByRole('link', { name: 'Nina' })).toHaveLength(3);
    expect(loads).toBe(4);
  });

  test('shows an error with a retry when the audit trail cannot be loaded', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(
        new Response(
          JSON.stringify({ error: 'Vous n’avez pas accès à cette action.', code: 'FORBIDDEN', requestId: 'r' }),
          { status: 403 },
        ),
      );
    open(<AuditPage {...owner} />);
    expect(await screen.findByText('Vous n’avez pas accès à cette action.')).not.toBeNull();
    backend.response = () => ({ entries: [], next: null });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Aucun changement pour le moment.')).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Changements');
  });
});
