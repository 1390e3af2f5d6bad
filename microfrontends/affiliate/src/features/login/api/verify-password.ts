import { verifyAffiliate } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';

export const verifyPassword = (slug: string, password: string) =>
  call(verifyAffiliate, { params: { slug }, body: { password } });
