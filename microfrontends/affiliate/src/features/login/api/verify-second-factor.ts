import { verifyAffiliateSecondFactor } from 'contracts/operations/second-factor';
import type { SecondFactorProof } from 'contracts/second-factor';
import { call } from 'web-kit/api';

export const verifySecondFactor = (slug: string, body: SecondFactorProof) =>
  call(verifyAffiliateSecondFactor, { params: { slug }, body });
