import { judge } from '../advisories.ts';

const reportOf = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      qs: {
        name: 'qs',
        severity,
        range: '<6.5.3',
        via: [{ title: 'Prototype pollution', url: 'https://advisories.example/1' }],
      },
    },
  });

describe('judge', () => {
  test.each(['high', 'critical'])('fails on a %s advisory and names package, versions and advisory', (severity) => {
    expect(judge(reportOf(severity))).toEqual({
      outcome: 'failed',
      findings: [`${severity}: qs <6.5.3: Prototype pollution https://advisories.example/1`],
    });
  });

  test('names the packages through which a finding comes where it has no advisory of its own', () => {
    const output = JSON.stringify({
      vulnerabilities: { express: { name: 'express', severity: 'high', range: '4', via: ['qs'] } },
    });
    expect(judge(output)).toEqual({ outcome: 'failed', findings: ['high: express 4: by qs'] });
  });

  test.each(['low', 'moderate'])('passes with a %s advisory', (severity) => {
    expect(judge(reportOf(severity))).toEqual({ outcome: 'passed' });
  });

  test('passes without advisories', () => {
    expect(judge(JSON.stringify({ vulnerabilities: {} }))).toEqual({ outcome: 'passed' });
  });

  test.each([
    [
      'the registry has no advisories',
      JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }),
      '405 Method Not Allowed',
    ],
    ['npm printed nothing', '', 'npm audit gave no report'],
  ])('is skipped where %s', (_name, output, reason) => {
    expect(judge(output)).toEqual({ outcome: 'skipped', reason });
  });
});
