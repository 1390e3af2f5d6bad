/** Tests of kube-score that do not hold for the whole of the platform. Those of single objects are noted at the objects. */
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
