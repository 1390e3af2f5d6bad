import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { InitialData } from 'web-kit/initial-data';
import { modelOf } from 'web-kit/testing/model';
import { deployRemote, startShell } from './harness.ts';
import { get, stage } from './stage.ts';

const blockOf = (html: string, id: string): unknown =>
  JSON.parse(
    new RegExp(`<script type="application/(?:ld\\+)?json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null',
  );

describe('a public page', () => {
  test('renders a model’s HTML, data and share preview into the page', async () => {
    const { text } = await get('/nina');
    expect(text).toContain('<div id="root"><main>first /nina</main></div>');
    expect(text).toContain('<title>Nina - Coulisses</title>');
    expect(text).toContain('<meta name="description" content="Chanteuse de nuit.">');
    expect(text).toContain('<link rel="canonical" href="https://coulisses.example/nina">');
    expect(text).toContain(
      '<meta property="og:image" content="https://coulisses.example/uploads/public/x/1280.webp?v=2">',
    );
    expect(text).toContain(
      '<link rel="preload" href="/remotes/public/assets/remoteEntry.1.js" as="script" fetchpriority="low" media="not all">',
    );
    expect(blockOf(text, 'initial-data')).toMatchObject({
      isRendered: true,
      siteTitle: 'Coulisses',
      queries: [{ key: ['model', 'nina', 'anonymous'], data: { name: 'Nina' } }],
    });
    expect(blockOf(text, 'app-config')).toMatchObject({
      remotes: {
        mf_public: { manifest: '/remotes/public/mf-manifest.json', entry: '/remotes/public/assets/remoteEntry.1.js' },
      },
    });
    expect(text).not.toContain('rel="preload" href="/remotes/public/mf-manifest.json"');
  });

  test('names the first resources of a page in its headers', async () => {
    const font = '</assets/imbue.0123456789.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin';
    expect((await get('/nina')).headers.link).toBe(`</uploads/public/x/320.webp>; rel=preload; as="image", ${font}`);
    expect((await get('/welcome')).headers.link).toBe(font);
  });

  test('starts the other scripts from the first one once painted; an empty page starts them itself', async () => {
    expect((await get('/nina')).text).toContain(
      '<script id="first-script" src="/assets/first-script.0123456789.js" async></script><link rel="preload" href="/assets/kit.0123456789.js" as="script" fetchpriority="low" media="not all">',
    );
    const { text } = await get('/welcome');
    expect(text).toContain(
      '<script src="/assets/main.0123456789.js" defer></script><link rel="preload" href="/assets/kit.0123456789.js" as="script" fetchpriority="low">',
    );
    expect(text).not.toContain('/assets/first-script');
  });

  test('renders its styles into the page with a policy that allows them; an empty page links them', async () => {
    const painted = await get('/nina');
    expect(painted.text).toContain(
      '<style data-href="/assets/main.0123456789.css">main { margin: 0 }</style><style data-href="/remotes/public/assets/app.1.css">h1 { margin: 0 }</style>',
    );
    const hashes = ['main { margin: 0 }', 'h1 { margin: 0 }'].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(painted.headers['content-security-policy']).toContain(`style-src-elem 'self' ${hashes.join(' ')};`);
    const empty = await get('/welcome');
    expect(empty.text).toContain(
      '<link rel="stylesheet" href="/assets/main.0123456789.css"><link rel="stylesheet" href="/remotes/public/assets/app.1.css">',
    );
    expect(empty.headers['content-security-policy']).toContain("style-src-elem 'self';");
  });

  test('renders the styles of the legal pages into them alone', async () => {
    const style = '<style data-href="/remotes/public/assets/legal.1.css">fieldset { margin: 0 }</style>';
    expect((await get('/cookies')).text).toContain(style);
    expect((await get('/nina')).text).not.toContain('legal.1.css');
  });

  test.each([
    ['would end its element', 'a::after { content: "</STYLE><script>" }'],
    ['is large', `a { background: url(data:${'A'.repeat(48_000)}) }`],
  ])('links a stylesheet that %s', async (_, body) => {
    const other = await startShell();
    deployRemote(other.remote, 'first');
    other.remote.responses.set('/assets/app.1.css', { status: 200, body });
    await other.shell.start();
    expect((await request(other.shell.http).get('/inconnue')).text).toContain(
      '<link rel="stylesheet" href="/remotes/public/assets/app.1.css">',
    );
    await other.close();
  });

  test('prefers the title and description typed for a model', async () => {
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({
        custom_title: 'Nina, la nuit',
        custom_description: 'Chaque soir',
        social_preview_image: 'https://img.example/n.webp',
      }),
    });
    const { text } = await get('/nina');
    expect(text).toContain('<title>Nina, la nuit</title>');
    expect(text).toContain('<meta property="og:description" content="Chaque soir">');
    expect(text).toContain('<meta property="og:image" content="https://img.example/n.webp">');
  });

  test('ends a long description with a whole character', async () => {
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({ custom_description: `${'x'.repeat(319)}😀` }),
    });
    const { text } = await get('/nina');
    expect(text).toContain(`<meta property="og:description" content="${'x'.repeat(319)}">`);
    expect(text).not.toContain('\ufffd');
  });

  test('shares picture, title and facts in every metadata vocabulary', async () => {
    const { text } = await get('/nina');
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(text).toContain('<meta name="twitter:title" content="Nina - Coulisses">');
    expect(text).toContain(
      '<meta name="twitter:image" content="https://coulisses.example/uploads/public/x/1280.webp?v=2">',
    );
    expect(blockOf(text, 'structured-data')).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'Coulisses' },
        {
          '@type': 'ProfilePage',
          url: 'https://coulisses.example/nina',
          mainEntity: { '@type': 'Person', name: 'Nina' },
        },
        { '@type': 'BreadcrumbList' },
      ],
    });
    expect(blockOf((await get('/')).text, 'structured-data')).toMatchObject({
      '@graph': [
        { '@type': 'WebSite' },
        {
          '@type': 'ItemList',
          itemListElement: [{ position: 1, name: 'Nina', url: 'https://coulisses.example/nina' }],
        },
      ],
    });
    expect(blockOf((await get('/inconnue')).text, 'structured-data')).toBeNull();
  });

  test.each([
    '/uploads/items/x/1280.webp',
    'https://coulisses.example/uploads/items/x/1280.webp?sig=1',
    'javascript:alert(1)',
    'http://[',
    'https://coulisses.example/uploads/public/../items/x/1.webp',
  ])('does not share a social picture that is %s, but the cover', async (picture) => {
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({ social_preview_image: picture, cover_image: '/uploads/public/x/1280.webp?v=2' }),
    });
    const { text } = await get('/nina');
    expect(text).toContain(
      '<meta property="og:image" content="https://coulisses.example/uploads/public/x/1280.webp?v=2">',
    );
  });

  test('shares the still of a model that has a cover video alone, and the site’s picture without any', async () => {
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({ cover_image: null, cover_poster: '/uploads/public/y/poster-1280.webp?v=1' }),
    });
    expect((await get('/nina')).text).toContain(
      '<meta property="og:image" content="https://coulisses.example/uploads/public/y/poster-1280.webp?v=1">',
    );
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({ cover_image: null, cover_poster: null, avatar_image: null }),
    });
    expect((await get('/nina')).text).toContain(
      '<meta property="og:image" content="https://coulisses.example/share.jpg">',
    );
  });

  test('keeps a hostile model name as text everywhere', async () => {
    const name = `</title></script><script>alert(1)</script>"'&`;
    stage.catalogue.responses.set('/api/models/nina', {
      status: 200,
      body: modelOf({ name, bio: '"><img src=x onerror=alert(1)>' }),
    });
    const { text } = await get('/nina');
    expect(text).toContain(
      '<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; - Coulisses</title>',
    );
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(blockOf(text, 'initial-data')).toMatchObject({ queries: [{ data: { name } }] });
  });

  test('states that the model does not exist and is not indexed', async () => {
    const { text } = await get('/inconnue');
    expect(blockOf(text, 'initial-data')).toMatchObject({ isRendered: true, queries: [], notFound: 'model' });
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain('<title>Modèle non trouvé - Coulisses</title>');
  });

  test('renders the same HTML with cookies and a query', async () => {
    const bare = await get('/nina');
    const other = await get('/nina?sub1=CLICK1').set('cookie', 'subscriber_view=x');
    const still = (html: string) => html.replace(/"renderedAt":\d+/, '');
    expect(still(other.text)).toBe(still(bare.text));
    expect(bare.headers['set-cookie']).toBeUndefined();
  });
});

describe('headers', () => {
  test('sets the theme of the device by the first of two inline scripts, which the policy names by their hashes', async () => {
    const { headers, text } = await get('/nina');
    const inline = [...text.matchAll(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([^<]+)<\/script>/g)];
    const scripts = inline.map(([, content = '']) => content);
    const [script = '', loadFailure = ''] = scripts;
    expect(scripts).toHaveLength(2);
    expect(text.indexOf(loadFailure)).toBeLessThan(text.indexOf('first-script.0123456789.js'));
    const hashes = scripts.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')}`);
    const page = { dataset: {} as Record<string, string> };
    const bars = [{ content: '' }, { content: '' }];
    const document = { documentElement: page, querySelectorAll: () => bars };
    const run = (stored: string | null) =>
      runInNewContext(script, { document, localStorage: { getItem: () => stored } });
    for (const stored of [null, 'system', 'constructor']) run(stored);
    expect(page.dataset).toEqual({});
    run('light');
    expect(page.dataset).toEqual({ theme: 'light' });
    expect(bars).toEqual([{ content: '#f7f0e6' }, { content: '#f7f0e6' }]);
    expect(() => runInNewContext(script, { document })).not.toThrow();
  });

  test('is cacheable by the gateway and runs no foreign script', async () => {
    const { headers } = await get('/nina');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers.etag).toMatch(/^"/);
    expect(headers['content-security-policy']?.replaceAll(/ 'sha256-[^']+'/g, '')).toBe(
      "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers['strict-transport-security']).toBeDefined();
  });

  test('omits HSTS without https', async () => {
    const local = await startShell('http://localhost:8080');
    await local.shell.start();
    expect((await request(local.shell.http).get('/welcome')).headers['strict-transport-security']).toBeUndefined();
    await local.close();
  });

  test('is not cached and rendered by the browser where it depends on the session', async () => {
    const { headers, text } = await get('/admin/main');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<div id="root"></div>');
    expect(text).toContain('href="/remotes/admin/mf-manifest.json"');
  });

  test('caches hashed files of the build for a year and responds 404 to unknown ones', async () => {
    expect((await get('/assets/main.0123456789.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/assets/main.999.js')).status).toBe(404);
    expect((await get('/assets/..%2fpage-assets.json')).status).toBe(404);
    expect((await get('/page-assets.json')).text).toMatch(/^<!doctype html>/);
  });
});

test('a rendered list sends the first of five hundred models and their number', async () => {
  stage.catalogue.responses.set('/api/models?sort=wall', {
    status: 200,
    body: Array.from({ length: 500 }, (_, index) => modelOf({ slug: `modele-${index}`, is_live: index === 499 })),
  });
  const { text } = await get('/');
  const { queries } = blockOf(text, 'initial-data') as InitialData;
  expect(queries.map(({ key }) => key)).toEqual([['first-models']]);
  expect(queries[0]?.data).toMatchObject({ total: 500, live: 1, models: { length: 24 } });
});

/** Start of a live. */
const EVENING = '2026-07-01T19:00:00.000Z';

test('a rendered list counts all models and all lives of a list of several pages, and names what the page shows', async () => {
  stage.catalogue.responses.set('/api/models?sort=wall', {
    status: 200,
    body: Array.from({ length: 200 }, (_, index) => modelOf({ slug: `modele-${index}` })),
    headers: {
      link: '</api/models?cursor=a.b>; rel="next"',
      'x-total-count': '1234',
      'surrogate-key': 'one two',
      'changes-at': EVENING,
    },
  });
  stage.catalogue.responses.set('/api/models?filter=live&limit=1', {
    status: 200,
    body: [modelOf()],
    headers: { link: '</api/models?filter=live&limit=1&cursor=c.d>; rel="next"', 'x-total-count': '56' },
  });
  const { text, headers } = await get('/');
  const { queries } = blockOf(text, 'initial-data') as InitialData;
  expect(queries[0]?.data).toMatchObject({ total: 1234, live: 56, models: { length: 24 } });
  expect([headers['surrogate-key'], headers['changes-at']]).toEqual(['one two', EVENING]);
});

test.each(['/nina', '/nina/live'])('a rendered list states when a schedule changes %s next', async (path) => {
  expect((await get(path)).headers['changes-at']).toBeUndefined();
  stage.catalogue.responses.set('/api/models/nina', { status: 200, body: modelOf({ live_changes_at: EVENING }) });
  expect((await get(path)).headers['changes-at']).toBe(EVENING);
});
