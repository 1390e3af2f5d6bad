import { describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelOf } from 'web-kit/testing/model';
import { open, platform } from './harness.tsx';

const show = (path: string, changes: Parameters<typeof modelOf>[0] = {}) => {
  const nina = modelOf({ live_schedule_start: '21:00', live_schedule_end: '01:00', ...changes });
  platform({ 'GET /api/models/nina': { body: nina } });
  open(path);
};

describe('the live page', () => {
  test('opens the registration of this model in one press, on the model’s page', async () => {
    show('/nina/live');
    await userEvent.click(await screen.findByRole('link', { name: "S'inscrire / Se connecter" }));
    expect(screen.getByTestId('address')).toHaveTextContent('/nina');
    const dialog = await screen.findByRole('dialog', { name: 'Nina' });
    expect(within(dialog).getByText('@nina')).toBeVisible();
  });

  test('names the countdown without seconds, and announces nothing by itself', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-07-01T16:54:51Z'));
    show('/nina/live');
    const timer = await screen.findByRole('timer', { name: /^2\sheures et 5\sminutes$/ });
    expect(timer.textContent).toBe('2\u00a0h 05\u00a0min 09\u00a0s');
    expect(timer).toHaveAttribute('aria-live', 'off');
    expect(screen.getByText('Prochain live dans')).toBeVisible();
  });
});

describe('"Me prévenir"', () => {
  const reminder = () => screen.queryByRole('link', { name: /^Me prévenir du prochain live de Nina/ });

  test.each(['/nina/live', '/nina'])('leads from %s to the calendar file of the next live', async (path) => {
    show(path);
    await screen.findByRole('heading', { level: 1 });
    expect(reminder()).toHaveAttribute('href', '/nina/live.ics');
  });

  test.each([
    ['while the live lasts', { is_live: true }],
    ['where the schedule never is live', { live_schedule_end: '21:00' }],
  ])('is missing %s', async (_, changes) => {
    show('/nina/live', changes);
    await screen.findByRole('heading', { level: 1 });
    expect(reminder()).toBeNull();
  });
});
