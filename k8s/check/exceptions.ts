/** kube-score tests that do not hold for the platform as a whole. Exceptions of single objects are annotations of the objects. */
export const EXCEPTIONS: readonly { test: string; reason: string }[] = [
  {
    test: 'container-image-pull-policy',
    reason:
      'a tag is never moved to another image, so querying the registry at each start would only make starts depend on it',
  },
  {
    test: 'deployment-has-host-podantiaffinity',
    reason: 'topologySpreadConstraints spread the replicas over zones and machines, which the test does not see',
  },
];
