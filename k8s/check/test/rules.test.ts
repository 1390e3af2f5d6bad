import { violationsOf } from '../rules.ts';
import type { Manifest } from '../rules.ts';

const policy = (spec: Record<string, unknown>): Manifest => ({ kind: 'NetworkPolicy', metadata: { name: 'p' }, spec });
const container = {
  name: 'c',
  image: 'registry.example/c:1.0.0',
  ports: [{ name: 'management' }],
  resources: { limits: { cpu: '1', memory: '1Gi' } },
};
const deployment = (change: object): Manifest => ({
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { template: { spec: { containers: [{ ...container, ...change }] } } },
});
const cronJob = (change: object): Manifest => ({
  kind: 'CronJob',
  metadata: { name: 'j' },
  spec: {
    jobTemplate: {
      spec: { template: { spec: { containers: [container], initContainers: [{ ...container, ...change }] } } },
    },
  },
});

const PUBLIC_INTERNET = {
  cidr: '0.0.0.0/0',
  except: ['169.254.0.0/16', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
};

describe('violationsOf', () => {
  test.each<[string, Manifest]>([
    ['egress to named pods', policy({ egress: [{ to: [{ podSelector: {} }], ports: [{ port: 443 }] }] })],
    ['egress to an address', policy({ egress: [{ to: [{ ipBlock: { cidr: '192.0.2.1/32' } }] }] })],
    [
      'the management port for monitoring',
      policy({
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
            ports: [{ port: 'management' }],
          },
        ],
      }),
    ],
    [
      'the management port for the reconciliation',
      policy({
        ingress: [
          {
            from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'reconcile' } } }],
            ports: [{ port: 'management' }],
          },
        ],
      }),
    ],
    [
      'a service of the management port alone',
      {
        kind: 'Service',
        metadata: { name: 's', labels: { 'app.kubernetes.io/component': 'management' } },
        spec: { ports: [{ port: 9090, targetPort: 'management' }] },
      },
    ],
    [
      'egress to the public internet over https',
      policy({ egress: [{ to: [{ ipBlock: PUBLIC_INTERNET }], ports: [{ port: 443 }] }] }),
    ],
    ['a bounded deployment', deployment({})],
    ['an image by digest', deployment({ image: `registry.example:5000/c@sha256:${'0'.repeat(64)}` })],
    [
      'a setting that names a file',
      {
        kind: 'ConfigMap',
        metadata: { name: 'm' },
        data: { DATABASE_URL_FILE: '/run/platform/DATABASE_URL', PUBLIC_URL: 'https://site.example/a@b' },
      },
    ],
  ])('accepts %s', (_name, manifest) => {
    expect(violationsOf([manifest])).toEqual([]);
  });

  test.each<[string, Manifest, string]>([
    ['egress without a destination', policy({ egress: [{ ports: [{ port: 443 }] }] }), 'egress to every address'],
    [
      'egress to the whole internet',
      policy({ egress: [{ to: [{ podSelector: {} }, { ipBlock: { cidr: '0.0.0.0/0' } }] }] }),
      'egress to every address',
    ],
    [
      'egress to the whole IPv6 internet',
      policy({ egress: [{ to: [{ ipBlock: { cidr: '::/0' } }] }] }),
      'egress to every address',
    ],
    [
      'egress to the public internet on every port',
      policy({ egress: [{ to: [{ ipBlock: PUBLIC_INTERNET }] }] }),
      'egress to every address',
    ],
    [
      'egress to the public internet with the metadata service',
      policy({
        egress: [
          {
            to: [{ ipBlock: { cidr: '0.0.0.0/0', except: PUBLIC_INTERNET.except.slice(1) } }],
            ports: [{ port: 443 }],
          },
        ],
      }),
      'egress to every address',
    ],
    ['ingress to every port', policy({ ingress: [{ from: [{ podSelector: {} }] }] }), 'ingress to every port'],
    [
      'the management port for everybody',
      policy({ ingress: [{ ports: [{ port: 'management' }] }] }),
      'management port',
    ],
    [
      'the management port for a service',
      policy({ ingress: [{ from: [{ podSelector: { matchLabels: { app: 'gateway' } } }], ports: [{ port: 9090 }] }] }),
      'management port',
    ],
    [
      'a service that publishes metrics',
      { kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80, targetPort: 'management' }] } },
      'publishes the management port',
    ],
    [
      'a load balancer in front of the management port',
      {
        kind: 'Service',
        metadata: { name: 's', labels: { 'app.kubernetes.io/component': 'management' } },
        spec: { type: 'LoadBalancer', ports: [{ port: 9090, targetPort: 'management' }] },
      },
      'publishes the management port',
    ],
    [
      'a whole secret in the environment',
      deployment({ envFrom: [{ configMapRef: { name: 'c' } }, { secretRef: { name: 'billing' } }] }),
      'the secret billing is in its environment',
    ],
    [
      'a key of a secret in the environment of an init container',
      cronJob({ env: [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'x' } } }] }),
      'KEY is a secret in its environment',
    ],
    [
      'credentials in the configuration',
      { kind: 'ConfigMap', metadata: { name: 'm' }, data: { SMTP_URL: 'smtps://user:password@mail.example' } },
      'SMTP_URL contains credentials',
    ],
    ['a deployment without limits', deployment({ resources: { requests: { memory: '1Gi' } } }), 'no limits'],
    ['a deployment without a management port', deployment({ ports: [{ name: 'http' }] }), 'no management port'],
    ['an image without a tag', deployment({ image: 'registry.example:5000/c' }), 'has no version'],
    ['an image of the tag latest', deployment({ image: 'c:latest' }), 'has no version'],
  ])('rejects %s', (_name, manifest, violation) => {
    expect(violationsOf([manifest])).toEqual([expect.stringContaining(violation)]);
  });
});
