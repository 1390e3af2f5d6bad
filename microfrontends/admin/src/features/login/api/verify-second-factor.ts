import { verifyAdministratorSecondFactor } from 'contracts/operations/second-factor';
import type { SecondFactorProof } from 'contracts/second-factor';
import { call } from 'web-kit/api';

export const verifySecondFactor = (body: SecondFactorProof) => call(verifyAdministratorSecondFactor, { body });
