/** Signs of Crockford's Base32: no letter that is read as a digit. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
