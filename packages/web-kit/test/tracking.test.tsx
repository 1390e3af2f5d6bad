import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type * as Tracking from 'web-kit/tracking';
import type * as Consent from 'web-kit/consent';

/** Loads the modules again, as a new page does: values that are not stored are lost. */
const load = (): typeof Tracking & Pick<typeof Consent, 'chooseConsent'> => {
  let modules: [typeof Tracking, typeof Consent] | undefined;
  jest.isolateModules(() => {
    modules = [
      jest.requireActual<typeof Tracking>('web-kit/tracking'),
      jest.requireActual<typeof Consent>('web-kit/consent'),
    ];
  });
  if (!modules) throw new Error('modules not loaded');
  return { ...modules[0], ...modules[1] };
};
let page = load();
const captureTracking: typeof Tracking.captureTracking = (search) => page.captureTracking(search);
const captureArrival: typeof Tracking.captureArrival = (arrival) => page.captureArrival(arrival);
const trackingParams: typeof Tracking.trackingParams = () => page.trackingParams();
let ends: (() => void)[] = [];
const follow = () => void ends.push(page.followConsent());
const GRANTED = { attribution: true, advertising: false };
const DECLINED = { attribution: false, advertising: false };

beforeEach(() => {
  localStorage.clear();
  page = load();
});
afterEach(() => {
  ends.forEach((end) => end());
  ends = [];
});

describe('tracking', () => {
  test('remembers click, affiliate and pixel of a visitor from an ad over pages', () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one&sub5=PIX1');
    captureTracking('');
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one', fbPixelId: 'PIX1' });
  });

  test('keeps the affiliate of a partner page beside the explicit sub2, for the server to decide', () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one');
    captureTracking('?affiliate=aff-two');
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one', partnerAffiliate: 'aff-two' });
  });

  test('does not take the offer named in a payment link for an affiliate', () => {
    captureTracking('?affiliate=aff-one');
    captureTracking('?connexion=paiement&affiliate=nina');
    expect(trackingParams().partnerAffiliate).toBe('aff-one');
  });

  test('replaces the whole earlier click by a new one, the affiliate of the partner page included', () => {
    captureTracking('?affiliate=aff-two');
    captureTracking('?sub1=OLD&sub2=aff-old&sub5=PIXOLD');
    expect(trackingParams().partnerAffiliate).toBeUndefined();
    captureTracking('?affiliate=aff-two');
    captureTracking('?sub1=NEW&affiliate=aff-three');
    expect(trackingParams()).toEqual({ clickId: 'NEW', partnerAffiliate: 'aff-three' });
  });

  test('expires a click and an affiliate 30 days after each', () => {
    const DAY_MS = 24 * 60 * 60_000;
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(0);
      captureTracking('?sub1=CLICK1&sub2=aff-one');
      clock.mockReturnValue(10 * DAY_MS);
      captureTracking('?affiliate=aff-two');
      clock.mockReturnValue(30 * DAY_MS - 1);
      captureTracking('');
      expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one', partnerAffiliate: 'aff-two' });
      clock.mockReturnValue(30 * DAY_MS);
      expect(trackingParams()).toEqual({ partnerAffiliate: 'aff-two' });
      clock.mockReturnValue(40 * DAY_MS);
      expect(trackingParams()).toEqual({});
    } finally {
      clock.mockRestore();
    }
  });

  test('stores nothing once all has expired, and no instant of what no link brought', () => {
    const stored = () => JSON.parse(localStorage.getItem('tracking') ?? 'null') as unknown;
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(1_000);
      page.chooseConsent(GRANTED);
      captureTracking('?sub5=PIX1');
      captureTracking('');
      expect(stored()).toEqual({ sub5: 'PIX1', clickedAt: 1_000 });
      clock.mockReturnValue(1_000 + 30 * 24 * 60 * 60_000);
      captureTracking('');
      expect(stored()).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  const arrival = (values: Partial<Parameters<typeof captureArrival>[0]>) => ({
    search: '',
    origin: 'https://coulisses.example',
    referrer: '',
    navigationType: 'navigate',
    earlier: [],
    ...values,
  });

  test('takes the click from the page before where its link was pressed before any script ran', () => {
    captureArrival(arrival({ referrer: 'https://coulisses.example/?sub1=CLICK1&sub2=aff-one' }));
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one' });
  });

  test('prefers the page’s own click to that of the page before', () => {
    captureArrival(arrival({ search: '?sub1=NEW', referrer: 'https://coulisses.example/?sub1=OLD&sub2=aff-one' }));
    expect(trackingParams()).toEqual({ clickId: 'NEW' });
  });

  test.each([
    ['another site', arrival({ referrer: 'https://other.example/?sub1=FOREIGN' })],
    ['no address', arrival({ referrer: 'about:blank' })],
    [
      'an old click, on a reload',
      arrival({ referrer: 'https://coulisses.example/?sub1=OLD', navigationType: 'reload' }),
    ],
    [
      'an old click, on the way back',
      arrival({ referrer: 'https://coulisses.example/?sub1=OLD', navigationType: 'back_forward' }),
    ],
  ])('takes nothing from a referrer that is %s', (_name, values) => {
    captureTracking('?sub1=CLICK1');
    captureArrival(values);
    expect(trackingParams()).toEqual({ clickId: 'CLICK1' });
  });

  test('dates what a former version stored from the first page on', () => {
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(1_000);
      localStorage.setItem('tracking', '{"sub1":"CLICK1"}');
      follow();
      captureTracking('');
      clock.mockReturnValue(1_000 + 30 * 24 * 60 * 60_000);
      expect(trackingParams()).toEqual({});
    } finally {
      clock.mockRestore();
    }
  });

  test('sanitises a hostile link so that the registration accepts it', () => {
    captureTracking(`?sub1=${'x'.repeat(500)}&sub2=${encodeURIComponent('a\r\nb\u2028c')}`);
    expect(trackingParams()).toMatchObject({ clickId: 'x'.repeat(200), affiliateParam: 'abc' });
    captureTracking(`?sub1=${'x'.repeat(199)}${encodeURIComponent('😀')}`);
    expect(trackingParams().clickId).toBe('x'.repeat(199));
  });

  test('ignores a tampered stored value', () => {
    page.chooseConsent(GRANTED);
    localStorage.setItem('tracking', '[1');
    expect(trackingParams()).toEqual({ clickId: undefined, affiliateParam: undefined, fbPixelId: undefined });
    localStorage.setItem('tracking', '{"sub1":{"a":1}}');
    expect(trackingParams().clickId).toBeUndefined();
  });
});

describe('the tracking of a link', () => {
  const arrive = (search: string, values: Partial<Parameters<typeof captureArrival>[0]> = {}) =>
    captureArrival({
      search,
      origin: 'https://coulisses.example',
      referrer: '',
      navigationType: 'navigate',
      earlier: [],
      ...values,
    });
  const CLICK = { clickId: 'CLICK1', affiliateParam: 'aff-one' };
  const stored = () => localStorage.getItem('tracking');

  test('is in memory alone until the visitor has chosen', () => {
    follow();
    arrive('?sub1=CLICK1&sub2=aff-one');
    expect(localStorage).toHaveLength(0);
    expect(trackingParams()).toEqual(CLICK);
  });

  test('is stored once it is allowed, and survives the page', () => {
    follow();
    arrive('?sub1=CLICK1&sub2=aff-one');
    page.chooseConsent(GRANTED);
    page = load();
    follow();
    arrive('');
    expect(trackingParams()).toEqual(CLICK);
  });

  test('is not stored after a refusal, and still attributes a registration of this visit', () => {
    follow();
    arrive('?sub1=CLICK1&sub2=aff-one');
    page.chooseConsent(DECLINED);
    captureTracking('?affiliate=aff-two');
    expect(stored()).toBeNull();
    expect(trackingParams()).toEqual({ ...CLICK, partnerAffiliate: 'aff-two' });
    page = load();
    follow();
    expect(trackingParams()).toEqual({});
  });

  test('is removed when the consent is withdrawn, in another tab too', () => {
    page.chooseConsent(GRANTED);
    follow();
    arrive('?sub1=CLICK1');
    expect(stored()).not.toBeNull();
    localStorage.setItem('consent', JSON.stringify({ ...DECLINED, chosenAt: Date.now() }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
    expect(stored()).toBeNull();
    expect(trackingParams()).toEqual({ clickId: 'CLICK1' });
  });

  test('is taken out of what a former version stored without consent', () => {
    localStorage.setItem('tracking', JSON.stringify({ sub1: 'CLICK1', clickedAt: Date.now() }));
    follow();
    expect(stored()).toBeNull();
    expect(trackingParams()).toEqual({ clickId: 'CLICK1' });
  });

  test('comes from the earlier addresses of the tab after a reload, the latest click of them', () => {
    follow();
    const earlier = ['?sub1=OLD&sub2=aff-old', '', '?sub1=CLICK1&sub2=aff-one'];
    arrive('', { navigationType: 'reload', earlier });
    expect(trackingParams()).toEqual(CLICK);
    expect(page.hasArrivedByClick()).toBe(false);
  });

  test('is not taken from earlier addresses where a choice allows to store it', () => {
    page.chooseConsent(GRANTED);
    arrive('', { earlier: ['?sub1=OLD'] });
    expect(trackingParams()).toEqual({});
  });

  test('is a click on the page load that it brought alone', () => {
    page.chooseConsent(GRANTED);
    for (const search of ['?sub1=CLICK1', '?affiliate=aff-one']) {
      arrive(search);
      expect(page.hasArrivedByClick()).toBe(true);
      arrive(search, { navigationType: 'reload' });
      expect(page.hasArrivedByClick()).toBe(false);
    }
    arrive('');
    expect([page.hasArrivedByClick(), trackingParams().partnerAffiliate]).toEqual([false, 'aff-one']);
  });
});
