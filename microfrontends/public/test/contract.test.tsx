import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, parisDay } from 'contracts/days';
import { saveFile } from 'web-kit/download';
import { formatDate } from 'web-kit/formats';
import { subscriberSession } from 'web-kit/session';
import { failure, goBack, LEA, logIn, open, platform } from './harness.tsx';

jest.mock('web-kit/download', () => ({ saveFile: jest.fn() }));

const CANCEL = 'POST /api/contract/cancellation';
const WITHDRAW = 'POST /api/contract/withdrawal';
const SUBSCRIPTION = 'GET /api/subscription';
const ANONYMOUS = {
  reference: 'RES-2026-11-22-7F3K9QXA',
  receivedAt: '2026-11-22T14:04:00.000Z',
  outcome: null,
  contractEnd: null,
};
const OWN = { ...ANONYMOUS, outcome: 'accepted', contractEnd: '2026-12-20T09:00:00.000Z' };

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const valueOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
const fillIn = async () => {
  await heading('Résilier votre contrat');
  await type('Prénom', 'Léa');
  await type('Nom', 'Martin');
  await type('E-mail de l’abonnement', 'lea@example.org');
};

describe('/resilier', () => {
  test('cancels in three steps without a login, and reveals nothing of the address', async () => {
    const { bodyOf, requests } = platform({ [CANCEL]: { status: 201, body: ANONYMOUS } });
    open('/resilier');
    await fillIn();
    await type('Motif (facultatif)', 'trop cher');
    await press('Vérifier ma demande');
    expect(await heading('Tout est juste\u00a0?')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact');
    expect(valueOf('Nom')).toBe('Léa Martin');
    expect(valueOf('Contrat')).toBe('Abonnement Coulisses, 5,00\u00a0€ par mois TTC');
    expect(valueOf('Fin du contrat')).toBe('fin de la période déjà payée');
    expect(requests.filter(({ operation }) => operation === CANCEL)).toEqual([]);
    await press('Confirmer la résiliation');
    expect(await heading('Votre demande est enregistrée')).toHaveFocus();
    expect(bodyOf(CANCEL)).toEqual({
      firstName: 'Léa',
      lastName: 'Martin',
      email: 'lea@example.org',
      reason: 'trop cher',
    });
    expect(valueOf('Référence')).toBe(ANONYMOUS.reference);
    expect(valueOf('Reçue le')).toBe('22 novembre 2026 à 15h04 (heure de Paris)');
    expect(valueOf('Confirmation envoyée à')).toBe('lea@example.org');
  });

  test('shows the end of the contract to its subscriber, whose form is filled in', async () => {
    const body = { hasPaid: true, state: 'active', paidUntil: OWN.contractEnd, telegramLink: null };
    platform({ [CANCEL]: { status: 201, body: OWN }, [SUBSCRIPTION]: { body } });
    logIn();
    open('/resilier');
    await heading('Résilier votre contrat');
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await waitFor(() => expect(valueOf('Fin du contrat')).toBe('20 décembre 2026'));
    await press('Confirmer la résiliation');
    await heading('Votre contrat est résilié');
    expect(valueOf('Fin du contrat')).toBe('20 décembre 2026');
  });

  /** Cancels as the subscriber whose access ends this many days from today. */
  const cancelWithEnd = async (days: number) => {
    const contractEnd = `${addDays(parisDay(Date.now()), days)}T11:00:00.000Z`;
    platform({
      [CANCEL]: { status: 201, body: { ...OWN, contractEnd } },
      [SUBSCRIPTION]: { body: { hasPaid: true, state: 'active', paidUntil: contractEnd, telegramLink: null } },
    });
    logIn();
    open('/resilier');
    await heading('Résilier votre contrat');
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Confirmer la résiliation');
    await heading('Votre contrat est résilié');
    return contractEnd;
  };
  test('shows the days of access that remain on a ticket', async () => {
    const contractEnd = await cancelWithEnd(28);
    expect(screen.getByText('Votre place reste la vôtre')).toBeVisible();
    expect(screen.getByText(/^accès jusqu’au/)).toHaveTextContent(`accès jusqu’au${formatDate(contractEnd)}`);
    expect(screen.getByText('28 j')).toBeVisible();
  });
  test('shows no ticket of an access that has ended', async () => {
    await cancelWithEnd(-1);
    expect(screen.queryByText('Votre place reste la vôtre')).toBeNull();
  });

  test('keeps what was typed on the way back, and takes a later date', async () => {
    const { bodyOf } = platform({ [CANCEL]: { status: 201, body: ANONYMOUS } });
    open('/resilier');
    await fillIn();
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Modifier');
    await heading('Résilier votre contrat');
    expect(screen.getByLabelText('Prénom')).toHaveValue('Léa');
    await userEvent.selectOptions(screen.getByLabelText('Date de résiliation'), 'À une autre date');
    await press('Vérifier ma demande');
    expect(screen.getByLabelText('Résilier à partir du')).toBeInvalid();
    const day = addDays(parisDay(Date.now()), 30);
    await type('Résilier à partir du', day);
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Confirmer la résiliation');
    await heading('Votre demande est enregistrée');
    expect(bodyOf(CANCEL)).toMatchObject({ effectiveDay: day });
    expect(valueOf('À partir du')).toBe(formatDate(`${day}T12:00:00Z`));
    await press('Télécharger la confirmation');
    const [file, name] = jest.mocked(saveFile).mock.lastCall ?? [];
    expect(name).toBe(`${ANONYMOUS.reference}.txt`);
    expect(await textOf(file as Blob)).toContain(`À partir du\u00a0: ${valueOf('À partir du')}\r\n`);
  });

  test('names what is wrong at its field', async () => {
    platform({});
    open('/resilier');
    await heading('Résilier votre contrat');
    await type('E-mail de l’abonnement', 'lea');
    await press('Vérifier ma demande');
    await waitFor(() => expect(screen.getByLabelText('E-mail de l’abonnement')).toBeInvalid());
    expect(screen.getByLabelText('Prénom')).toBeInvalid();
  });

  test('stays at the summary when the call fails, and succeeds with the next attempt', async () => {
    let attempts = 0;
    platform({
      [CANCEL]: () => {
        attempts += 1;
        return attempts === 1
          ? failure(429, 'Trop de tentatives. Réessayez dans quelques minutes.', 'TOO_MANY_ATTEMPTS')
          : { status: 201, body: ANONYMOUS };
      },
    });
    open('/resilier');
    await fillIn();
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Confirmer la résiliation');
    expect(await screen.findByText('Trop de tentatives. Réessayez dans quelques minutes.')).toBeVisible();
    await press('Confirmer la résiliation');
    await heading('Votre demande est enregistrée');
    await waitFor(() => expect(screen.queryByText('Erreur')).not.toBeInTheDocument(), { timeout: 1_000 });
  });

  test('begins with the form where the address leads to the summary of nothing', async () => {
    const { requests } = platform({});
    open('/resilier#verification');
    await heading('Résilier votre contrat');
    expect(screen.getByLabelText('Prénom')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Vérifier ma demande' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirmer la résiliation' })).not.toBeInTheDocument();
    expect(requests.filter(({ operation }) => operation === CANCEL)).toEqual([]);
  });
});

/** Clicks a link in the footer. */
const followFooterLink = (name: string) =>
  userEvent.click(within(screen.getByRole('navigation', { name: 'Votre contrat' })).getByRole('link', { name }));

describe('/resilier, opened again', () => {
  test('leads back to the form from the summary after a reload of it', async () => {
    platform({});
    open('/resilier#verification');
    await fillIn();
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Modifier');
    expect(await heading('Résilier votre contrat')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('/resilier');
    expect(screen.getByLabelText('Prénom')).toHaveValue('Léa');
  });

  test('shows an empty form in place of the receipt by the link of the footer', async () => {
    platform({ [CANCEL]: { status: 201, body: ANONYMOUS } });
    open('/resilier');
    await fillIn();
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Confirmer la résiliation');
    await heading('Votre demande est enregistrée');
    await followFooterLink('Résilier votre contrat');
    expect(await heading('Résilier votre contrat')).toHaveFocus();
    expect(screen.getByLabelText('Prénom')).toHaveValue('');
    goBack();
    // The receipt belongs to the history entry on which the request was sent.
    await heading('Votre demande est enregistrée');
    goBack();
    await heading('Résilier votre contrat');
    await fillIn();
    await press('Vérifier ma demande');
    await heading('Tout est juste\u00a0?');
    await press('Modifier');
    await heading('Résilier votre contrat');
    expect(screen.getByLabelText('Prénom')).toHaveValue('Léa');
  });
});

describe('/renoncer', () => {
  const confirm = async () => {
    await heading('Renoncer au contrat ici');
    await type('Prénom', 'Léa');
    await type('Nom', 'Martin');
    await type('E-mail de l’abonnement', 'lea@example.org');
    await press('Confirmer la rétractation');
  };

  test('withdraws without a login, with a receipt that has a time', async () => {
    const { bodyOf } = platform({ [WITHDRAW]: { status: 201, body: { ...ANONYMOUS, reference: 'RET-1' } } });
    open('/renoncer');
    await confirm();
    expect(await heading('Votre déclaration est enregistrée')).toHaveFocus();
    expect(bodyOf(WITHDRAW)).toEqual({ firstName: 'Léa', lastName: 'Martin', email: 'lea@example.org' });
    expect(valueOf('Reçue le')).toBe('22 novembre 2026 à 15h04 (heure de Paris)');
  });

  test('withdraws where the session has ended elsewhere, as it needs no login', async () => {
    const ended = failure(401, 'Votre session a expiré. Reconnectez-vous.', 'SESSION_EXPIRED');
    let hasEnded = false;
    const { requests } = platform({
      'POST /api/auth/refresh': () => (hasEnded ? ended : { body: { token: 'new', user: LEA } }),
      [WITHDRAW]: ({ token }) => (token ? ended : { status: 201, body: ANONYMOUS }),
    });
    logIn();
    open('/renoncer');
    await waitFor(() => expect(screen.getByLabelText('Prénom')).toHaveValue('Léa'));
    await waitFor(() => expect(subscriberSession.token()).toBe('new'));
    hasEnded = true;
    await press('Confirmer la rétractation');
    expect(await heading('Votre déclaration est enregistrée')).toHaveFocus();
    expect(requests.filter(({ operation }) => operation === WITHDRAW).at(-1)).toMatchObject({
      body: { firstName: 'Léa', lastName: 'Martin', email: 'lea@example.fr' },
      token: null,
    });
    expect(screen.queryByText(/session a expiré/)).toBeNull();
  });

  test('shows an empty form in place of the receipt by the link of the footer', async () => {
    platform({ [WITHDRAW]: { status: 201, body: ANONYMOUS } });
    open('/renoncer');
    await confirm();
    await heading('Votre déclaration est enregistrée');
    await followFooterLink('Renoncer au contrat ici');
    expect(await heading('Renoncer au contrat ici')).toHaveFocus();
    expect(screen.getByLabelText('Prénom')).toHaveValue('');
  });

  test('shows no error of the form beside its receipt', async () => {
    platform({ [WITHDRAW]: { status: 201, body: ANONYMOUS } });
    open('/renoncer');
    await heading('Renoncer au contrat ici');
    await press('Confirmer la rétractation');
    await screen.findByText('Erreur de validation');
    await confirm();
    await heading('Votre déclaration est enregistrée');
    await waitFor(() => expect(screen.queryByText('Erreur de validation')).not.toBeInTheDocument(), { timeout: 1_000 });
  });

  test('shows no error of a failed attempt beside its receipt', async () => {
    let attempts = 0;
    platform({
      [WITHDRAW]: () => {
        attempts += 1;
        return attempts === 1 ? 'no response' : { status: 201, body: ANONYMOUS };
      },
    });
    open('/renoncer');
    await confirm();
    await screen.findByText('Erreur de connexion');
    await press('Confirmer la rétractation');
    await heading('Votre déclaration est enregistrée');
    // The lost attempt may have been executed.
    const keys = jest
      .mocked(fetch)
      .mock.calls.filter(([url]) => url === '/api/contract/withdrawal')
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await waitFor(() => expect(screen.queryByText('Erreur')).not.toBeInTheDocument(), { timeout: 1_000 });
  });

  test('leads to the cancellation once its days have passed', async () => {
    platform({ [WITHDRAW]: { status: 201, body: { ...ANONYMOUS, outcome: 'too-late' } } });
    open('/renoncer');
    await confirm();
    await heading('Le délai de 14\u00a0jours est passé');
    expect(screen.getAllByRole('link', { name: 'Résilier votre contrat' })[0]).toHaveAttribute('href', '/resilier');
  });
});

test.each([
  ['/resilier', 'Résilier votre contrat'],
  ['/renoncer', 'Renoncer au contrat ici'],
])(
  'the form of %s fills what is still empty where the session is restored later, and keeps what was typed',
  async (path, title) => {
    platform({});
    open(path);
    await heading(title);
    await type('Prénom', 'Noé');
    act(() => logIn());
    expect(screen.getByLabelText('Prénom')).toHaveValue('Noé');
    expect(screen.getByLabelText('Prénom')).toHaveFocus();
    expect(screen.getByLabelText('Nom')).toHaveValue('Martin');
    expect(screen.getByLabelText('E-mail de l’abonnement')).toHaveValue('lea@example.fr');
  },
);

test.each([
  ['/resilier', 'Résilier votre contrat'],
  ['/renoncer', 'Renoncer au contrat ici'],
])('the form of %s fills in the address that was confirmed in another browser', async (path, title) => {
  platform({ 'POST /api/auth/refresh': { body: { token: 'renewed', user: { ...LEA, email: 'neuve@example.fr' } } } });
  logIn();
  open(path);
  await heading(title);
  await waitFor(() => expect(screen.getByLabelText('E-mail de l’abonnement')).toHaveValue('neuve@example.fr'));
});

describe('legal pages', () => {
  test.each([
    ['/cgu', 'Conditions générales d’utilisation'],
    ['/cgv', 'Conditions générales de vente'],
    ['/confidentialite', 'Confidentialité'],
    ['/cookies', 'Cookies'],
    ['/mentions-legales', 'Mentions légales'],
    ['/contact', 'Contact'],
    ['/signaler', 'Signaler un contenu'],
  ])('%s has its title and its foot', async (path, title) => {
    platform({});
    open(path, [{ key: ['operator'], data: {} }]);
    await heading(title);
    expect(document.title).toBe(`${title} - Coulisses`);
    expect(screen.getByRole('navigation', { name: 'Votre contrat' })).toBeVisible();
  });

  test('show the facts of the operator, and what is missing of them', async () => {
    platform({});
    open('/mentions-legales', [{ key: ['operator'], data: { name: 'Exemple SAS', email: 'bonjour@exemple.fr' } }]);
    await heading('Mentions légales');
    expect(screen.getByText(/Exemple SAS/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'bonjour@exemple.fr' })).toHaveAttribute(
      'href',
      'mailto:bonjour@exemple.fr',
    );
    expect(screen.getAllByText('à compléter').length).toBeGreaterThan(4);
  });
});
