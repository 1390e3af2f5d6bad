import { beforeEach, describe, expect, test } from '@jest/globals';
import { captureTracking, trackingParams } from 'web-kit/tracking';

beforeEach(() => localStorage.clear());

describe('tracking', () => {
  test('When a visitor arrives from an ad, then click, affiliate and pixel are remembered over pages', () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one&sub5=PIX1');
    captureTracking('');
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one', fbPixelId: 'PIX1' });
  });

  test('When a partner page adds its affiliate, then the explicit sub2 wins', () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one');
    captureTracking('?affiliate=aff-two');
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one', fbPixelId: undefined });
  });

  test('When only the partner page names an affiliate, then it is credited', () => {
    captureTracking('?sub1=CLICK1');
    captureTracking('?affiliate=aff-two');
    expect(trackingParams()).toMatchObject({ clickId: 'CLICK1', affiliateParam: 'aff-two' });
  });

  test('When a payment link comes back to the login, then the offer it names is not taken for an affiliate', () => {
    captureTracking('?affiliate=aff-one');
    captureTracking('?connexion=paiement&affiliate=nina');
    expect(trackingParams().affiliateParam).toBe('aff-one');
  });

  test('When another ad is clicked later, then nothing of the former click is left', () => {
    captureTracking('?sub1=OLD&sub2=aff-old&sub5=PIXOLD');
    captureTracking('?sub1=NEW');
    expect(trackingParams()).toEqual({ clickId: 'NEW', affiliateParam: undefined, fbPixelId: undefined });
  });

  test('When a link is hostile, then what is kept is still accepted by the registration', () => {
    captureTracking(`?sub1=${'x'.repeat(500)}&sub2=${encodeURIComponent('a\r\nb\u2028c')}`);
    expect(trackingParams()).toMatchObject({ clickId: 'x'.repeat(200), affiliateParam: 'abc' });
  });

  test('When the kept value was tampered with, then it counts as nothing', () => {
    localStorage.setItem('tracking', '[1');
    expect(trackingParams()).toEqual({ clickId: undefined, affiliateParam: undefined, fbPixelId: undefined });
    localStorage.setItem('tracking', '{"sub1":{"a":1}}');
    expect(trackingParams().clickId).toBeUndefined();
  });
});
