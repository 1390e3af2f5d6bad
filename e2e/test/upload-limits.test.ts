import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RESUMABLE_PATH } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Browser } from 'playwright-core';
import { launchBrowser, readStack } from '../src/browser.ts';
import { affiliateToken, request } from '../src/calls.ts';
import { makeFilm } from '../src/film.ts';
import { createAffiliate, panelContext } from '../src/panel.ts';

const { url } = readStack();
const suffix = randomUUID().slice(0, 8);
const name = `Ines ${suffix}`;
const slug = `ines-${suffix}`;
const account = { slug: `studio-${suffix}`, password: randomUUID() };
const base64 = (text: string) => Buffer.from(text).toString('base64');
let affiliate: Awaited<ReturnType<typeof createAffiliate>>;
let browser: Browser;
let folder: string;
let token: string;
let model: ModelView;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upload-limits-'));
  browser = await launchBrowser();
  affiliate = await createAffiliate(account.slug, 'Studio Envois', account.password);
  token = await affiliateToken(account.slug, account.password);
  model = (
    await request<ModelView>(operations.createAffiliateModel, {
      token,
      parts: { slug: account.slug },
      body: { name, slug },
    })
  ).body;
});
afterAll(async () => {
  await browser.close();
  await request(operations.deleteAffiliateModel as Operation, { token, parts: { slug: account.slug, id: model.id } });
  await affiliate.remove();
  await rm(folder, { recursive: true });
});

const tus = () => ({ 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` });
const begin = () =>
  fetch(url + RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...tus(),
      'upload-length': '1000',
      'upload-metadata': `fileType ${base64('videos')},modelSlug ${base64(slug)}`,
    },
  });

test('a panel reports that the limit of simultaneous uploads is reached, and goes on by itself when there is room', async () => {
  const begun: string[] = [];
  let rejected: Response | undefined;
  while (!rejected) {
    const response = await begin();
    if (response.status === 201) begun.push(response.headers.get('location') ?? '');
    else rejected = response;
  }
  expect([begun.length <= 8, rejected.status, ((await rejected.json()) as { code: string }).code]).toEqual([
    true,
    429,
    'TOO_MANY_UPLOADS',
  ]);

  const context = await panelContext(browser, account);
  const page = await context.newPage();
  await page.goto(`${url}/affiliate/${account.slug}?recherche=${suffix}`);
  await page.getByRole('button', { name: `Éditer ${name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await writeFile(path.join(folder, 'film.mp4'), await makeFilm(1_000_000));
  await form.getByLabel('Ajouter des vidéos').setInputFiles(path.join(folder, 'film.mp4'));
  await form
    .getByText(
      'Vous avez atteint votre limite de 8 envois simultanés. Attendez que l’un d’eux se termine. Reprise automatique',
    )
    .waitFor();

  for (const address of begun)
    expect((await fetch(url + address, { method: 'DELETE', headers: tus() })).status).toBe(204);
  await form.getByText('1 fichier envoyé.').waitFor();
  await form.getByRole('button', { name: 'Déverrouiller Vidéo 1' }).waitFor();
});
