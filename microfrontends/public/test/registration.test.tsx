import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { captureTracking } from 'web-kit/tracking';
import { modelOf } from 'web-kit/testing/model';
import { failure, LEA, open, platform } from './harness.tsx';

const REGISTER = 'POST /api/auth/register';
const person = { Prénom: 'Léa', Nom: 'Martin', 'E-mail': 'lea@example.fr', 'Mot de passe': 'un-bon-mot' };
const address = () => screen.getByTestId('address').textContent;

const openRegistration = async () => {
  const user = userEvent.setup();
  open('/nina');
  await user.click(await screen.findByRole('button', { name: 'Débloquer le contenu' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nina' }));
  return {
    user,
    dialog,
    fill: async (changes: Partial<typeof person> = {}) => {
      for (const [label, value] of Object.entries({ ...person, ...changes })) {
        const field = dialog.getByLabelText(label);
        await user.clear(field);
        if (value) await user.type(field, value);
      }
    },
    confirmAge: () => user.click(dialog.getByRole('checkbox', { name: 'Je confirme avoir 18 ans ou plus.' })),
    send: () => user.click(dialog.getByRole('button', { name: "S'INSCRIRE ET S'ABONNER POUR 2,00€" })),
  };
};

const expectToast = async (title: string, text: string) => {
  await waitFor(() => expect(screen.getAllByText(title).length).toBeGreaterThan(0));
  const toast = screen
    .getAllByText(title)
    .map((each) => each.closest('li'))
    .find(Boolean);
  expect(toast).toHaveTextContent(`${title} ${text}`);
};

describe('registration from a model’s page', () => {
  test.each([
    [{ Prénom: ' L ', Nom: 'M' }, 'Le prénom doit contenir au moins 2 caractères'],
    [{ Prénom: 'x'.repeat(51) }, 'Le prénom est trop long'],
    [{ Nom: 'M', 'E-mail': 'non' }, 'Le nom doit contenir au moins 2 caractères'],
    [{ Nom: 'x'.repeat(51) }, 'Le nom est trop long'],
    [{ 'E-mail': 'non', 'Mot de passe': '123' }, 'Email invalide'],
    [{ 'E-mail': `${'x'.repeat(250)}@example.fr` }, 'Email trop long'],
    [{ 'Mot de passe': '12345' }, 'Le mot de passe doit contenir au moins 6 caractères'],
    [{ 'Mot de passe': 'x'.repeat(101) }, 'Mot de passe trop long'],
  ])('shows the first message of %j as the toast, and sends nothing', async (changes, message) => {
    const { requests } = platform({ 'GET /api/models/nina': { body: modelOf() } });
    const { fill, send, dialog } = await openRegistration();
    await fill(changes);
    await send();
    await expectToast('Erreur de validation', message);
    expect(dialog.getAllByText(message).length).toBeGreaterThan(1);
    expect(requests.some(({ operation }) => operation === REGISTER)).toBe(false);
  });

  test('links the terms beside the button, in a new tab, so that what was typed stays', async () => {
    platform({ 'GET /api/models/nina': { body: modelOf() } });
    const { dialog, fill } = await openRegistration();
    await fill();
    const line = dialog.getByText(/^En continuant, vous acceptez les/);
    expect(line).toHaveTextContent('En continuant, vous acceptez les CGU (nouvel onglet) et les CGV (nouvel onglet).');
    for (const [name, href] of Object.entries({ CGU: '/cgu', CGV: '/cgv' })) {
      const link = within(line).getByRole('link', { name: `${name} (nouvel onglet)` });
      expect(link).toHaveAttribute('href', href);
      expect(link).toHaveAttribute('target', '_blank');
    }
    expect(dialog.getByLabelText('Prénom')).toHaveValue('Léa');
  });

  test('requires the age confirmation after the fields are valid', async () => {
    const { requests } = platform({ 'GET /api/models/nina': { body: modelOf() } });
    const { fill, send } = await openRegistration();
    await send();
    // Marked together with the fields: its error does not wait for a second try.
    expect(await screen.findByRole('checkbox', { name: /18 ans/ })).toBeInvalid();
    await fill();
    await send();
    await expectToast('Confirmation requise', 'Vous devez confirmer avoir 18 ans ou plus.');
    expect(requests.some(({ operation }) => operation === REGISTER)).toBe(false);
  });

  test('sends tracking and model with a valid registration, and greets by the first name on the welcome page', async () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one&sub5=PIX1');
    const { bodyOf } = platform({
      'GET /api/models/nina': { body: modelOf() },
      'GET /api/models': { body: [modelOf()] },
      [REGISTER]: { status: 201, body: { token: 't', user: LEA } },
    });
    const { fill, confirmAge, send } = await openRegistration();
    await fill();
    await confirmAge();
    await send();
    expect(await screen.findByRole('heading', { name: 'Merci, Léa' })).toBeVisible();
    expect(bodyOf(REGISTER)).toEqual({
      firstName: 'Léa',
      lastName: 'Martin',
      email: 'lea@example.fr',
      password: 'un-bon-mot',
      modelSlug: 'nina',
      trackingParams: { clickId: 'CLICK1', affiliateParam: 'aff-one', fbPixelId: 'PIX1' },
    });
    expect(localStorage.getItem('showWelcome')).toBe('true');
    expect(screen.getByText('Seulement 2€')).toBeVisible();
    const pay = screen.getByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(pay).toHaveAttribute('href', '/redirect/payment?affiliate=nina');
    expect(pay).toHaveAttribute('target', '_blank');
  });

  test.each([
    [failure(409, 'Cet e-mail est déjà utilisé', 'EMAIL_TAKEN'), 'Cet e-mail est déjà utilisé'],
    [{ status: 502, body: '<html>' }, "Erreur lors de l'inscription"],
    ['no response' as const, 'Une erreur est survenue. Veuillez réessayer.'],
  ])(
    'retains the input and shows a toast when the server rejects the registration or is unavailable',
    async (response, message) => {
      platform({ 'GET /api/models/nina': { body: modelOf() }, [REGISTER]: response });
      const { fill, confirmAge, send, dialog } = await openRegistration();
      await fill();
      await confirmAge();
      await send();
      await expectToast('Erreur', message);
      expect(dialog.getByLabelText('E-mail')).toHaveValue('lea@example.fr');
    },
  );

  test('logs in with the same password after a registration whose response was lost', async () => {
    const responses = ['no response' as const, failure(409, 'Cet e-mail est déjà utilisé', 'EMAIL_TAKEN')];
    const { bodyOf } = platform({
      'GET /api/models/nina': { body: modelOf() },
      'GET /api/models': { body: [modelOf()] },
      [REGISTER]: () => responses.shift() ?? 'no response',
      'POST /api/auth/login': { body: { token: 't', user: LEA } },
    });
    const { fill, confirmAge, send } = await openRegistration();
    await fill();
    await confirmAge();
    await send();
    await expectToast('Erreur', 'Une erreur est survenue. Veuillez réessayer.');
    await send();
    expect(await screen.findByRole('heading', { name: 'Merci, Léa' })).toBeVisible();
    expect(bodyOf('POST /api/auth/login')).toEqual({ email: 'lea@example.fr', password: 'un-bon-mot' });
    expect(localStorage.getItem('showWelcome')).toBe('true');
  });

  test('shows why the server rejects a password, in a toast and at its field', async () => {
    const sentence = 'Ce mot de passe ressemble trop à votre nom ou à votre e-mail. Choisissez-en un autre.';
    platform({
      'GET /api/models/nina': { body: modelOf() },
      [REGISTER]: failure(400, sentence, 'PASSWORD_TOO_PERSONAL'),
    });
    const { fill, confirmAge, send, dialog } = await openRegistration();
    await fill();
    await confirmAge();
    await send();
    await expectToast('Erreur', sentence);
    expect(dialog.getByLabelText('Mot de passe')).toHaveAccessibleDescription(sentence);
    expect(dialog.getByLabelText('Mot de passe')).toHaveFocus();
    expect(dialog.getByLabelText('E-mail')).toHaveAccessibleDescription('');
  });

  test('states price, terms and the length of a password before anything is sent', async () => {
    platform({ 'GET /api/models/nina': { body: modelOf() } });
    const { dialog } = await openRegistration();
    expect(dialog.getByText('2,00 € aujourd’hui, puis 5,00 € par mois TTC')).toBeVisible();
    expect(dialog.getByText('Sans engagement')).toBeVisible();
    expect(dialog.getByText('Paiement sur une page sécurisée')).toBeVisible();
    expect(dialog.getByLabelText('Mot de passe')).toHaveAccessibleDescription('6 caractères minimum');
  });

  test('marks the e-mail that has an account and carries it to the login', async () => {
    platform({
      'GET /api/models/nina': { body: modelOf() },
      [REGISTER]: failure(409, 'Cet e-mail est déjà utilisé', 'EMAIL_TAKEN'),
    });
    const { user, fill, confirmAge, send, dialog } = await openRegistration();
    await fill();
    await confirmAge();
    await send();
    await expectToast('Erreur', 'Cet e-mail est déjà utilisé');
    expect(dialog.getByLabelText('E-mail')).toBeInvalid();
    expect(dialog.getByLabelText('E-mail')).toHaveAccessibleDescription('Cet e-mail est déjà utilisé');
    expect(dialog.getByLabelText('E-mail')).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Se connecter avec cette adresse' }));
    expect(within(screen.getByRole('dialog', { name: 'Connexion' })).getByLabelText('E-mail')).toHaveValue(
      'lea@example.fr',
    );
  });

  test('shows the password on request', async () => {
    platform({ 'GET /api/models/nina': { body: modelOf() } });
    const { dialog, user } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Afficher le mot de passe' }));
    expect(dialog.getByLabelText('Mot de passe')).toHaveAttribute('type', 'text');
  });
});

describe('registration from the home page', () => {
  const models = [
    modelOf({ slug: 'ines', name: 'Inès', is_live: false }),
    modelOf({ slug: 'nina', name: 'Nina', is_live: true }),
  ];
  const openChoice = async () => {
    const user = userEvent.setup();
    open('/');
    await user.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Inscription' }));
    const choice = within(await dialog.findByRole('group', { name: 'Par qui commencer\u00a0?' }));
    return {
      user,
      dialog,
      choice,
      fill: async () => {
        for (const [label, value] of Object.entries(person)) await user.type(dialog.getByLabelText(label), value);
        await user.click(dialog.getByRole('checkbox', { name: 'Je confirme avoir 18 ans ou plus.' }));
      },
      send: () => user.click(dialog.getByRole('button', { name: "S'INSCRIRE ET S'ABONNER POUR 2,00€" })),
    };
  };

  test('begins with the models, live ones first, none of them chosen', async () => {
    platform({ 'GET /api/models': { body: models } });
    const { choice } = await openChoice();
    const radios = choice.getAllByRole('radio');
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual(['LIVENina', 'Inès']);
    expect(radios.some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  });

  test('shows no choice without models', async () => {
    platform({ 'GET /api/models': { body: [] } });
    open('/');
    await screen.findByText('Aucun modèle disponible pour le moment');
    await userEvent.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Inscription' }));
    expect(dialog.getByLabelText('Prénom')).toBeVisible();
    expect(dialog.queryByRole('group', { name: /^Par qui commencer/ })).toBeNull();
  });

  test('registers with the chosen model, whose name becomes the title', async () => {
    const { bodyOf } = platform({
      'GET /api/models': { body: models },
      [REGISTER]: { status: 201, body: { token: 't', user: LEA } },
    });
    const { user, choice, fill, send } = await openChoice();
    await user.click(choice.getByRole('radio', { name: 'Inès' }));
    expect(screen.getByRole('dialog', { name: 'Inès' })).toBeVisible();
    await fill();
    await send();
    expect(await screen.findByRole('heading', { name: 'Merci, Léa' })).toBeVisible();
    expect(bodyOf(REGISTER)).toMatchObject({ email: 'lea@example.fr', modelSlug: 'ines' });
  });

  test('shows the specified error at the choice and in a toast where it is skipped, and keeps what was typed', async () => {
    const { requests } = platform({ 'GET /api/models': { body: models } });
    const { user, dialog, choice, fill, send } = await openChoice();
    await fill();
    await send();
    const sentence = 'Vous devez vous inscrire via une page de modèle spécifique.';
    await expectToast("Erreur d'inscription", sentence);
    expect(dialog.getByRole('group', { name: 'Par qui commencer\u00a0?' })).toHaveAccessibleDescription(sentence);
    expect(choice.getAllByRole('radio')[0]).toHaveFocus();
    expect(dialog.getByLabelText('Prénom')).toHaveValue('Léa');
    expect(dialog.getByLabelText('Mot de passe')).toHaveValue('un-bon-mot');
    expect(requests.some(({ operation }) => operation === REGISTER)).toBe(false);
    await user.click(choice.getByRole('radio', { name: /Nina/ }));
    expect(dialog.getByRole('group', { name: 'Par qui commencer\u00a0?' })).toHaveAccessibleDescription('');
  });

  test('offers another try where the models are unavailable', async () => {
    platform({ 'GET /api/models': 'no response' });
    const user = userEvent.setup();
    open('/');
    await user.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Inscription' }));
    const retry = await dialog.findByRole('button', { name: 'Réessayer' });
    platform({ 'GET /api/models': { body: models } });
    await user.click(retry);
    expect(await dialog.findByRole('radio', { name: 'Inès' })).toBeInTheDocument();
  });
});

describe('the modals', () => {
  beforeEach(() => {
    platform({
      'GET /api/models/nina': { body: modelOf() },
      'POST /api/auth/login': ({ body }) =>
        (body as { password: string }).password === 'un-bon-mot'
          ? { body: { token: 't', user: LEA } }
          : failure(401, 'Email ou mot de passe incorrect.', 'BAD_CREDENTIALS'),
      'POST /api/auth/forgot-password': {
        body: { ok: true, message: 'ok', resetUrl: 'http://localhost/reset-password?token=t' },
      },
      'GET /api/auth/check-payment': { body: { hasPaid: false } },
    });
  });

  test('opens one modal at a time and retains model and e-mail', async () => {
    const { user, dialog } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    expect(
      screen
        .getAllByRole('dialog')
        .map((each) => each.getAttribute('aria-labelledby') && within(each).getByRole('heading').textContent),
    ).toEqual(['Connexion']);
    await user.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await user.click(screen.getByRole('button', { name: 'Mot de passe oublié ?' }));
    expect(screen.getByRole('dialog', { name: 'Mot de passe oublié' })).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('lea@example.fr');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await user.click(screen.getByRole('button', { name: 'S’inscrire' }));
    expect(screen.getByRole('dialog', { name: 'Nina' })).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('lea@example.fr');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test.each([
    ['a proxy responds with a page', { status: 502, body: '<html>' }],
    ['a proxy limits its calls', { status: 429, body: '<html>' }],
    ['a network responds in its place', { status: 200, body: undefined }],
    ['a proxy rejects the request', { status: 413, body: '<html>' }],
    ['there is no response', 'no response' as const],
  ] as const)('show "Erreur de connexion" where %s to a login', async (_case, handler) => {
    platform({ 'GET /api/models/nina': { body: modelOf() }, 'POST /api/auth/login': handler });
    const { user, dialog } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    await user.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await user.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await expectToast('Erreur', 'Erreur de connexion');
  });

  test('shows a toast for a rejected login and opens the payment status after a successful one', async () => {
    const { user, dialog } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    await user.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await user.type(screen.getByLabelText('Mot de passe'), 'un-mauvais');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await expectToast('Erreur', 'Email ou mot de passe incorrect.');
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription('Email ou mot de passe incorrect.');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
    await user.clear(screen.getByLabelText('Mot de passe'));
    await user.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await waitFor(() => expect(address()).toBe('/payment-status'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('Email ou mot de passe incorrect.')).not.toBeInTheDocument();
  });

  test('log in after a logout that is being repeated, whose response removes cookies', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const request = jest.fn(async (_name: string, work: () => Promise<unknown>) => isFree.then(work));
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    const { requests } = platform({
      'GET /api/models/nina': { body: modelOf() },
      'POST /api/auth/login': { body: { token: 't', user: LEA } },
    });
    const { user, dialog } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    await user.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await user.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await waitFor(() => expect(request).toHaveBeenCalledWith('owedLogout:token', expect.any(Function)));
    expect(requests.map(({ operation }) => operation)).not.toContain('POST /api/auth/login');
    free();
    await waitFor(() => expect(address()).toBe('/payment-status'));
    Reflect.deleteProperty(navigator, 'locks');
  });

  test('shows the same sentence for every reset request, the link in development, and a way to the login', async () => {
    const { user, dialog } = await openRegistration();
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    await user.click(screen.getByRole('button', { name: 'Mot de passe oublié ?' }));
    await user.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await user.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
    expect(
      await screen.findByText('Si votre email existe dans notre système, vous recevrez un lien de réinitialisation.'),
    ).toBeVisible();
    expect(screen.getByText(/^Si votre email existe/).parentElement).toHaveFocus();
    await expectToast('Mode développement', 'http://localhost/reset-password?token=t');
    await user.click(screen.getByRole('button', { name: 'RETOUR À LA CONNEXION' }));
    expect(screen.getByRole('dialog', { name: 'Connexion' })).toBeVisible();
  });
});
