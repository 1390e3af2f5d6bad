import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import request from 'supertest';
import { modelOf } from 'web-kit/testing/model';
import { renderLiveCalendar } from '../src/server/live-calendar.ts';
import { startShell } from './harness.ts';

const SITE = { title: 'Coulisses', url: 'https://coulisses.example', operator: {} };
const render = (changes: Parameters<typeof modelOf>[0], now: string) =>
  renderLiveCalendar(
    modelOf({ live_schedule_start: '21:00', live_schedule_end: '01:00', ...changes }),
    SITE,
    Date.parse(now),
  );
/** Parses a calendar as a calendar program does. */
const read = (text: string | null) => {
  const calendar = new ICAL.Component(ICAL.parse(text ?? '') as never[]);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('the calendar has no event');
  const event = new ICAL.Event(component);
  return { component, event, start: event.startDate.toJSDate(), end: event.endDate.toJSDate() };
};
const instants = (text: string | null) => {
  const { start, end } = read(text);
  return [start.toISOString(), end.toISOString()];
};

describe('the calendar file of a live', () => {
  test.each([
    ['in winter', '2026-03-10T17:00:00Z', ['2026-03-10T20:00:00.000Z', '2026-03-11T00:00:00.000Z']],
    ['in summer', '2026-07-01T17:00:00Z', ['2026-07-01T19:00:00.000Z', '2026-07-01T23:00:00.000Z']],
    ['once it has begun', '2026-07-01T19:00:00Z', ['2026-07-02T19:00:00.000Z', '2026-07-02T23:00:00.000Z']],
    // The night of the clock change: 21:00 is at +2; 01:00 is still at +2 the next day, or at +1 a day later.
    ['before winter time', '2026-10-24T17:00:00Z', ['2026-10-24T19:00:00.000Z', '2026-10-24T23:00:00.000Z']],
    ['on the first winter evening', '2026-10-25T17:00:00Z', ['2026-10-25T20:00:00.000Z', '2026-10-26T00:00:00.000Z']],
    ['on the first summer evening', '2026-03-29T17:00:00Z', ['2026-03-29T19:00:00.000Z', '2026-03-29T23:00:00.000Z']],
  ])('has the next live in Paris time, %s', (_, now, expected) => {
    expect(instants(render({}, now))).toEqual(expected);
  });

  test('ends on the same day where the end lies after the start', () => {
    expect(
      instants(render({ live_schedule_start: '14:30', live_schedule_end: '15:15' }, '2026-05-05T08:00:00Z')),
    ).toEqual(['2026-05-05T12:30:00.000Z', '2026-05-05T13:15:00.000Z']);
  });

  test('reads back a name with every character that the format reserves, in lines of 75 bytes at most', () => {
    const name = `${'Éloïse, «\u00a0Nína\u00a0»; \\n '.repeat(4).trim()} 🎭🎭🎭`;
    const text = render({ name }, '2026-03-10T17:00:00Z') ?? '';
    const { event, component } = read(text);
    expect(event.summary).toBe(`Live d’${name}`);
    expect(event.description).toBe('Coulisses\nhttps://coulisses.example/nina/live');
    expect(component.getFirstPropertyValue('url')).toBe('https://coulisses.example/nina/live');
    expect(component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT10M');
    const lines = text.split('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  });

  test('names one live by one identifier, so that a second import replaces the first', () => {
    const uids = ['2026-03-10T08:00:00Z', '2026-03-10T17:00:00Z', '2026-03-11T17:00:00Z'].map(
      (now) => read(render({}, now)).event.uid,
    );
    expect(uids).toEqual([
      'live-nina-20260310@coulisses.example',
      'live-nina-20260310@coulisses.example',
      'live-nina-20260311@coulisses.example',
    ]);
  });

  test('does not exist for a schedule that never is live', () => {
    expect(render({ live_schedule_end: '21:00' }, '2026-03-10T17:00:00Z')).toBeNull();
  });
});

describe('GET /{slug}/live.ics', () => {
  let stage: Awaited<ReturnType<typeof startShell>>;
  const get = (path: string) => request(stage.shell.http).get(path);
  beforeEach(async () => {
    stage = await startShell();
    const nina = modelOf();
    stage.catalogue.responses.set('/api/models/nina', { status: 200, body: nina });
    stage.catalogue.responses.set('/api/models/ancienne', { status: 301, body: '', location: '/api/models/nina' });
    stage.catalogue.responses.set('/api/models/jamais', {
      status: 200,
      body: { ...nina, slug: 'jamais', live_schedule_end: nina.live_schedule_start },
    });
    await stage.shell.start();
  });
  afterEach(() => stage.close());

  test('sends the file as a calendar', async () => {
    const { status, headers, text } = await get('/nina/live.ics');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="live-nina.ics"',
      'cache-control': 'no-store',
    });
    expect(read(text).event.summary).toBe('Live de Nina');
  });

  test('redirects a former slug to the present one', async () => {
    const { status, headers } = await get('/ancienne/live.ics');
    expect([status, headers.location]).toEqual([301, '/nina/live.ics']);
  });

  test.each(['/inconnue/live.ics', '/jamais/live.ics', '/api/live.ics', '/NINA/live.ics'])(
    'responds to %s with 404',
    async (path) => expect((await get(path)).status).toBe(404),
  );

  test('responds with 503 and Retry-After when the catalogue fails', async () => {
    stage.catalogue.responses.set('/api/models/nina', null);
    expect(await get('/nina/live.ics')).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  });
});
