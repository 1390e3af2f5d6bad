import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import { randomUUID } from 'node:crypto';
import type { Browser, Request } from 'playwright-core';
import { eventually, launchBrowser, listenToComplaints, PHONE, readStack } from '../src/browser.ts';

const VISIBLE_WITHIN_MS = 2_000;

const stack = readStack();
const slug = `rendu-${randomUUID().slice(0, 8)}`;
const name = `Rendue ${slug.slice(-4)}`;
let browser: Browser;
let token = '';
let model: ModelView;

const asAdministrator = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
  const isForm = body instanceof FormData;
  const response = await fetch(stack.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
};

/** Fetches a page as a share bot does: no JavaScript, no cookies. */
const read = async (path: string) => {
  const response = await fetch(stack.url + path, {
    headers: { 'user-agent': 'facebookexternalhit/1.1', accept: 'text/html' },
  });
  const html = await response.text();
  const attribute = (pattern: RegExp) =>
    pattern
      .exec(html)?.[1]
      ?.replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  return {
    html,
    status: response.status,
    title: attribute(/<title>(.*?)<\/title>/),
    description: attribute(/<meta name="description" content="(.*?)">/),
    canonical: attribute(/<link rel="canonical" href="(.*?)">/),
    meta: (key: string) => attribute(new RegExp(`<meta (?:property|name)="${key}" content="(.*?)">`)),
    facts: JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as {
      '@graph': Record<string, unknown>[];
    } | null,
  };
};
const within = (path: string, shows: (html: string) => boolean) =>
  eventually(async () => (await read(path)).html, shows, VISIBLE_WITHIN_MS);
const kinds = (facts: { '@graph': Record<string, unknown>[] } | null) =>
  facts?.['@graph'].map((thing) => thing['@type']);

beforeAll(async () => {
  browser = await launchBrowser();
  const result = await fetch(`${stack.url}/api/admin/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(stack.accounts.administrator),
  });
  token = ((await result.json()) as { token: string }).token;
  // The gateway caches these before the model exists: the stale responses must not be served afterwards.
  await Promise.all(['/', `/${slug}`, '/sitemap.xml'].map(read));
  model = await asAdministrator<ModelView>('POST', '/api/models', {
    name,
    slug,
    bio: 'Funambule & conteuse.',
    manual_live_override: false,
  });
});
afterAll(async () => {
  await asAdministrator('DELETE', `/api/models/${model.id}`);
  await browser.close();
});

describe('a change of a model', () => {
  test('shows a new model in the HTML of its page and of the home page and in the sitemap within 2 s', async () => {
    await within('/', (html) => html.includes(name));
    await within(
      `/${slug}`,
      (html) => html.includes(`<title>${name} - `) && html.includes('Funambule &amp; conteuse.'),
    );
    await within('/sitemap.xml', (xml) => xml.includes(`<loc>${stack.url}/${slug}</loc>`));
  });

  test('shows the start and the end of its live in the HTML within 2 s', async () => {
    const isLive = (html: string) => html.includes('"is_live":true');
    expect(isLive((await read(`/${slug}`)).html)).toBe(false);
    await asAdministrator('PUT', `/api/models/${model.id}`, { manual_live_override: true });
    await within(`/${slug}`, isLive);
    await asAdministrator('PUT', `/api/models/${model.id}`, { manual_live_override: false });
    await within(`/${slug}`, (html) => !isLive(html));
  });

  test('shows an uploaded and saved picture in the HTML within 2 s, and shares it', async () => {
    const form = new FormData();
    const still = await fetch(`${stack.url}/share.jpg`);
    form.set('cover_image', new Blob([await still.arrayBuffer()], { type: 'image/jpeg' }), 'couverture.jpg');
    const { filePath } = await asAdministrator<{ filePath: string }>('POST', `/api/upload/cover-image/${slug}`, form);
    await asAdministrator('PUT', `/api/models/${model.id}`, { cover_image: filePath });
    const asset = filePath.split('/')[3] ?? '';
    expect(asset).not.toBe('');
    await within(`/${slug}`, (html) => html.includes(asset));
    const image = (await read(`/${slug}`)).meta('og:image') ?? '';
    expect(new URL(image).pathname).toContain(`/uploads/public/${asset}/`);
    expect((await fetch(image)).headers.get('content-type')).toMatch(/^image\//);
  });
});

describe('a share bot', () => {
  test('receives status, tags and facts of the home page', async () => {
    const page = await read('/');
    expect(page).toMatchObject({ status: 200, canonical: `${stack.url}/` });
    expect(page.description).toBeTruthy();
    expect(page.meta('og:image')).toBe(`${stack.url}/share.jpg`);
    expect(kinds(page.facts)).toEqual(['WebSite', 'ItemList']);
  });

  test.each([
    ['model', () => `/${slug}`, ['WebSite', 'ProfilePage', 'BreadcrumbList']],
    ['live', () => `/${slug}/live`, ['WebSite', 'WebPage', 'BreadcrumbList']],
  ])(
    'receives title, description, canonical, cards and JSON-LD of the model with the %s page',
    async (_kind, path, expected) => {
      const page = await read(path());
      expect(page).toMatchObject({ status: 200, canonical: stack.url + path(), description: 'Funambule & conteuse.' });
      expect(page.title).toContain(name);
      for (const dialect of ['og', 'twitter']) {
        expect(page.meta(`${dialect}:title`)).toBe(page.title);
        expect(page.meta(`${dialect}:description`)).toBe(page.description);
        expect(page.meta(`${dialect}:image`)).toMatch(/\/(uploads\/public\/|share\.jpg)/);
      }
      expect(page.meta('og:url')).toBe(page.canonical);
      expect(page.meta('twitter:card')).toBe('summary_large_image');
      expect(kinds(page.facts)).toEqual(expected);
    },
  );

  test('prefers a typed title and description', async () => {
    await asAdministrator('PUT', `/api/models/${model.id}`, {
      custom_title: 'Sur le fil',
      custom_description: 'Chaque soir à 21h',
    });
    await within(`/${slug}`, (html) => html.includes('<title>Sur le fil</title>'));
    expect((await read(`/${slug}`)).meta('og:description')).toBe('Chaque soir à 21h');
  });

  test('receives a partner’s page; an unknown one responds 404 with noindex', async () => {
    const [partner] = stack.accounts.affiliates;
    expect(await read(`/partner/${partner?.slug}`)).toMatchObject({
      status: 200,
      canonical: `${stack.url}/partner/${partner?.slug}`,
    });
    for (const path of [`/absent-${slug}`, `/absent-${slug}/live`, `/partner/absent-${slug}`, '/a/b/c']) {
      const page = await read(path);
      expect(page).toMatchObject({ status: 404, canonical: undefined, facts: null });
      expect(page.meta('robots')).toBe('noindex');
    }
  });

  test('leads no visitor to the original of a locked item', async () => {
    const [first] = (await (await fetch(`${stack.url}/api/models`)).json()) as ModelView[];
    const { html } = await read(`/${first?.slug}`);
    expect(html).toContain('/uploads/blur/');
    const paths = new Set(html.match(/\/uploads\/items\/[^"'\\ &]+/g) ?? []);
    for (const path of paths) expect((await fetch(stack.url + path)).status).toBe(200);
  });
});

describe('a page', () => {
  test('shows readable public pages without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, locale: 'fr-FR' });
    const page = await context.newPage();
    await page.goto(stack.url);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('main').getByText(name).count()).toBeGreaterThan(0);
    await page.goto(`${stack.url}/${slug}`);
    expect(await page.getByRole('heading', { name: new RegExp(name) }).isVisible()).toBe(true);
    expect(await page.getByText('Funambule & conteuse.').isVisible()).toBe(true);
    expect(await page.getByText(/^Pour vous inscrire, .* activez JavaScript/).isVisible()).toBe(true);
    const scripted = page
      .getByText(/^(J’aime|Favori|Partager|Voir plus)$/)
      .or(page.getByRole('tab', { selected: false }));
    expect(await scripted.count()).toBeGreaterThan(0);
    for (const each of await scripted.all()) expect(await each.isVisible()).toBe(false);
    await page.goto(`${stack.url}/${slug}/live`);
    expect(await page.getByRole('link', { name: /S'inscrire \/ Se connecter/i }).isVisible()).toBe(true);
    await page.goto(`${stack.url}/partner/${stack.accounts.affiliates[0]?.slug}`);
    expect(await page.getByText('Accès Partenaire').isVisible()).toBe(true);
    await context.close();
  });

  test('hydrates without a complaint, keeps what was painted, and moves nothing', async () => {
    const page = await browser.newPage({ viewport: PHONE, locale: 'fr-FR' });
    const complaints = listenToComplaints(page);
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      document.addEventListener('DOMContentLoaded', () =>
        Object.assign(seen, { main: document.querySelector('main') }),
      );
    });
    const found = ['/', `/${slug}`, `/${slug}/live`, `/partner/${stack.accounts.affiliates[0]?.slug}`];
    const missing = ['/no/such/page', '/introuvable', '/introuvable/live', '/admin', '/live', '/deux%20mots'];
    const noPanels = ['/admin/main/more', '/affiliate/deux%20mots', '/affiliate/aff-one/more'];
    for (const path of [...found, ...missing, ...noPanels]) {
      await page.goto(stack.url + path);
      await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
      const { isUnchanged, shift } = await page.evaluate(() => {
        const { seen } = globalThis as typeof globalThis & { seen: { shift: number; main?: Element | null } };
        return { isUnchanged: seen.main !== null && seen.main === document.querySelector('main'), shift: seen.shift };
      });
      expect({ path, isUnchanged }).toEqual({ path, isUnchanged: true });
      expect(shift).toBeLessThan(0.02);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('names its first scripts and data in the head', async () => {
    const { html } = await read(`/${slug}`);
    expect(html).toMatch(
      /<link rel="preload" href="\/remotes\/public\/assets\/remoteEntry\.[0-9a-f]+\.js" as="script"/,
    );
    expect(html).toContain(`"key":["model","${slug}","anonymous"]`);
    expect(html).not.toContain('mf-manifest.json" as="fetch"');
    // Every style sheet is small enough to be inlined: the first paint waits for no request.
    expect(html).not.toContain('rel="stylesheet"');
  });

  test('needs at most 137 kB of scripts with their header fields until it is usable, all named in its head, no forms among them', async () => {
    for (const path of ['/', `/${slug}`]) {
      // A new context has an empty cache.
      const page = await browser.newPage({ viewport: PHONE });
      // Timers of a second or more are not needed for a usable page, however slow the machine is.
      await page.addInitScript(() => {
        const { setTimeout: schedule } = globalThis;
        const scheduleSoon = (task: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) =>
          delayMs < 1_000 ? schedule(task, delayMs, ...values) : 0;
        Object.assign(globalThis, { setTimeout: scheduleSoon });
      });
      const requests = new Map<string, Request>();
      page.on('request', (request) => void requests.set(request.url(), request));
      await page.goto(stack.url + path);
      await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
      const { scripts, named } = await page.evaluate(() => {
        const usableAt = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
        return {
          scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ name, startTime }) => /\.js$/.test(new URL(name).pathname) && startTime < usableAt)
            .map(({ name }) => name),
          named: [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')].map(
            ({ href }) => href,
          ),
        };
      });
      const sizes = await Promise.all(scripts.map(async (url) => requests.get(url)?.sizes()));
      const bytes = sizes.reduce(
        (sum, size) => sum + (size ? size.responseHeadersSize + size.responseBodySize : NaN),
        0,
      );
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThan(137_000);
      // Any other script, such as a micro-frontend's copy of a module that the shell does not share, costs another round trip.
      expect(scripts.filter((url) => !named.includes(url) && !/\/first-script\./.test(url))).toEqual([]);
      const sources = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
      // A word that occurs only in the code of the validation library.
      expect(sources.filter((source) => source.includes('invalid_union'))).toEqual([]);
      await page.close();
    }
  });
});
