export { usePartner } from './api/get-partner.ts';
