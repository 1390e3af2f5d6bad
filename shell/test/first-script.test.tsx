import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { LOAD_FAILURE } from '../src/server/load-failure.ts';

const run = () => jest.isolateModules(() => void jest.requireActual('../src/first-script.ts'));
const started = () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).pathname);
const markInteractive = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('interactive', { bubbles: true }));
const press = (id: string) => document.getElementById(id)?.click();
const listenTo = (id: string) => {
  const listener = jest.fn();
  document.getElementById(id)?.addEventListener('click', listener);
  return listener;
};

let listening: jest.SpiedFunction<typeof window.addEventListener>;
let paint: (() => void) | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  paint = undefined;
  Object.assign(globalThis, {
    PerformanceObserver: class {
      readonly notify: () => void;
      constructor(notify: () => void) {
        this.notify = notify;
      }
      observe() {
        paint = this.notify;
      }
    },
  });
  listening = jest.spyOn(window, 'addEventListener');
  document.head.innerHTML = ['kit', 'main']
    .map((name) => `<link rel="preload" href="/assets/${name}.js" as="script" media="not all">`)
    .join('');
  document.body.innerHTML = `${LOAD_FAILURE.notice}<div id="root"><header><button id="login">Connexion</button></header><main><button id="tile"><b id="inside">1</b></button></main></div>`;
});

afterEach(() => {
  for (const [type, listener, options] of listening.mock.calls) window.removeEventListener(type, listener, options);
  listening.mockRestore();
  jest.useRealTimers();
});

describe('the scripts of a painted page', () => {
  test.each(['load', 'pointerdown', 'keydown', 'wheel'])(
    'fetches and runs the scripts once, in order, on "%s"',
    (type) => {
      run();
      expect(started()).toEqual([]);
      fireEvent(window, new Event(type));
      fireEvent(window, new Event('load'));
      jest.runAllTimers();
      expect(started()).toEqual(['/assets/kit.js', '/assets/main.js']);
      expect([...document.head.querySelectorAll('script')].map(({ async }) => async)).toEqual([false, false]);
    },
  );

  test('fetches the pictures once these are painted', () => {
    run();
    fireEvent(window, new Event('load'));
    jest.advanceTimersByTime(300);
    expect(started()).toEqual([]);
    paint?.();
    jest.advanceTimersByTime(1);
    expect(started()).toEqual(['/assets/kit.js', '/assets/main.js']);
  });

  test('removes the tag of a script that fails to load, so that its loader requests it again', () => {
    run();
    fireEvent(window, new Event('load'));
    jest.runAllTimers();
    fireEvent.error(document.head.querySelector('script') ?? document);
    expect(started()).toEqual(['/assets/main.js']);
  });
});

describe('a script that fails to load', () => {
  const failScripts = () => {
    run();
    fireEvent(window, new Event('load'));
    jest.advanceTimersByTime(500);
    for (const script of document.head.querySelectorAll('script')) fireEvent.error(script);
  };
  const NOTICE = 'Chargement incomplet. Rechargez la page.';

  test('is reported once, with a link that reloads the page, where nothing has become interactive', () => {
    failScripts();
    expect(screen.queryByRole('alert')).toBeNull();
    jest.runAllTimers();
    expect(screen.getByRole('alert')).toHaveTextContent(NOTICE);
    expect(screen.getByText('Rechargez la page')).toHaveAttribute('href', '');
    // React compares only the content of this element.
    expect(screen.getByRole('alert').closest('#root')).toBeNull();
  });

  test('is no longer reported once its retry has made a part interactive', () => {
    failScripts();
    jest.runAllTimers();
    markInteractive('#root > header');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is not reported where it has been loaded again meanwhile', () => {
    failScripts();
    markInteractive('#root > header');
    jest.runAllTimers();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a press before hydration', () => {
  test('repeats the last press once the part that holds the button is interactive', () => {
    run();
    press('login');
    press('inside');
    const [login, tile] = [listenTo('login'), listenTo('tile')];
    markInteractive('#root > header');
    expect(tile).not.toHaveBeenCalled();
    markInteractive('#root');
    markInteractive('#root');
    expect(login).not.toHaveBeenCalled();
    expect(tile).toHaveBeenCalledTimes(1);
  });

  test('does not repeat a press in an interactive part', () => {
    run();
    markInteractive('#root > header');
    const login = listenTo('login');
    press('login');
    markInteractive('#root');
    expect(login).toHaveBeenCalledTimes(1);
  });
});

describe('text typed before hydration', () => {
  function Search() {
    const [words, setWords] = useState('');
    return (
      <main>
        <input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        <output>{words}</output>
      </main>
    );
  }
  const root = () => document.getElementById('root') ?? document.body;
  const type = (text: string) => fireEvent.input(screen.getByRole('searchbox'), { target: { value: text } });
  const hydrate = () => act(async () => hydrateRoot(root(), <Search />));
  const searchedWords = () => [
    screen.getByRole<HTMLInputElement>('searchbox').value,
    screen.getByRole('status').textContent,
  ];

  beforeEach(() => {
    root().innerHTML = renderToString(<Search />);
    run();
  });

  test('is typed again once its part of the page is interactive', async () => {
    type('n');
    type('nina');
    await hydrate();
    act(() => void markInteractive('#root > header'));
    act(() => void markInteractive('#root'));
    expect(searchedWords()).toEqual(['nina', 'nina']);
    // Typing continues behind it.
    expect(screen.getByRole<HTMLInputElement>('searchbox').selectionStart).toBe(4);
  });

  test('is typed again once, and not what is typed in an interactive part', async () => {
    type('nina');
    await hydrate();
    act(() => void markInteractive('#root'));
    type('');
    act(() => void markInteractive('#root'));
    expect(searchedWords()).toEqual(['', '']);
  });
});
