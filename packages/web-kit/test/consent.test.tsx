import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { AGREEMENT, chooseConsent, consentChoice, hasConsent, isObjecting, REFUSAL, useConsent } from 'web-kit/consent';

const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('consent', () => {
  test('is none before a choice', () => {
    expect(consentChoice()).toBeNull();
    expect(hasConsent('attribution')).toBe(false);
    expect(localStorage).toHaveLength(0);
  });

  test('is stored as the choice itself with its date, and holds for each purpose by itself', () => {
    jest.spyOn(Date, 'now').mockReturnValue(1_000);
    chooseConsent({ attribution: true, advertising: false });
    expect([hasConsent('attribution'), hasConsent('advertising')]).toEqual([true, false]);
    expect(JSON.parse(localStorage.getItem('consent') ?? '')).toEqual({
      attribution: true,
      advertising: false,
      chosenAt: 1_000,
    });
  });

  test.each([
    ['a refusal', REFUSAL],
    ['an agreement', AGREEMENT],
  ])('%s is requested again after six months at most', (_name, choice) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(DAY_MS);
    chooseConsent(choice);
    clock.mockReturnValue(181 * DAY_MS - 1);
    expect(consentChoice()).toEqual(choice);
    clock.mockReturnValue(181 * DAY_MS);
    expect(consentChoice()).toBeNull();
    // A clock that was set back does not make a choice valid.
    clock.mockReturnValue(0);
    expect(consentChoice()).toBeNull();
  });

  test.each(['[1', 'null', '5', '"x"', '{"attribution":true}', '{"attribution":1,"advertising":1,"chosenAt":1}'])(
    'is none where %s is stored',
    (text) => {
      localStorage.setItem('consent', text);
      expect(consentChoice()).toBeNull();
    },
  );

  test('is followed by what is on the screen', () => {
    const Shown = () => <p>{JSON.stringify(useConsent())}</p>;
    render(<Shown />);
    expect(screen.getByText('null')).toBeVisible();
    act(() => chooseConsent(REFUSAL));
    expect(screen.getByText(JSON.stringify(REFUSAL))).toBeVisible();
  });

  test.each([
    ['doNotTrack', '1', true],
    ['doNotTrack', '0', false],
    ['globalPrivacyControl', true, true],
    ['globalPrivacyControl', undefined, false],
  ])('is objected to by a browser with %s %s: %s', (name, value, expected) => {
    Object.defineProperty(navigator, name, { configurable: true, value });
    expect(isObjecting()).toBe(expected);
    Object.defineProperty(navigator, name, { configurable: true, value: undefined });
  });
});
