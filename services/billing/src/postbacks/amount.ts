/** Returns the cents of an amount in units, "2.00" or "2,5" (format validated by the contract). */
export const centsOf = (amount: string): number => {
  const [units = '0', fraction = ''] = amount.split(/[.,]/);
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'));
};
