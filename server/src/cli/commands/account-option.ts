/** Options that commands of several nouns have. */

export const ofAccount = {
  name: 'account',
  value: 'ACCOUNT',
  needed: true,
  about: 'as "accounts list" shows it',
} as const;

export const anyAccount = { ...ofAccount, needed: false, about: 'of this account alone' } as const;
