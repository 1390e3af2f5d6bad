import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { chooseTheme, followTheme, useTheme } from 'web-kit/theme';

const root = document.documentElement;
const bars = () => [...document.querySelectorAll('meta')].map(({ content }) => content);
function Shown() {
  return <p>{useTheme()}</p>;
}

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
  document.head.innerHTML =
    '<meta name="theme-color" content="#130d17" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="#f7f0e6" media="(prefers-color-scheme: light)">';
});

describe('the theme of the device', () => {
  test('is drawn as soon as it is chosen, with the browser’s bars', () => {
    const stop = followTheme();
    render(<Shown />);
    expect(screen.getByText('system')).toBeVisible();
    act(() => chooseTheme('light'));
    expect([root.dataset.theme, bars()]).toEqual(['light', ['#f7f0e6', '#f7f0e6']]);
    expect(screen.getByText('light')).toBeVisible();
    act(() => chooseTheme('dark'));
    expect([root.dataset.theme, bars()]).toEqual(['dark', ['#130d17', '#130d17']]);
    act(() => chooseTheme('system'));
    expect([root.dataset.theme, bars()]).toEqual([undefined, ['#130d17', '#f7f0e6']]);
    expect(localStorage.getItem('theme')).toBeNull();
    stop();
  });

  test('follows another tab', () => {
    const stop = followTheme();
    localStorage.setItem('theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(root.dataset.theme).toBe('light');
    stop();
  });

  test('is the system’s where something else is stored', () => {
    localStorage.setItem('theme', 'rose');
    render(<Shown />);
    expect(screen.getByText('system')).toBeVisible();
  });
});
