import type { Command } from '../command.ts';
import { anyAccount, ofAccount } from './account-option.ts';

/** Accounts, and who may do what in them. */
export const accountCommands: readonly Command[] = [
  {
    name: 'accounts create',
    options: [
      { name: 'name', value: 'NAME', needed: true, about: 'what it is called' },
      { name: 'plan', value: 'PLAN', needed: true, about: 'its limits' },
    ],
    summary: 'make an account with a key, a number and the demo agents',
    load: async () => (await import('../create-account.ts')).createAccount,
  },
  {
    name: 'accounts list',
    summary: 'list the accounts',
    readsOnly: true,
    load: async () => (await import('../accounts.ts')).listAllAccounts,
  },
  {
    name: 'accounts set-plan',
    words: ['ACCOUNT', 'PLAN'],
    summary: 'change the plan; it takes effect at once and ends no live call',
    load: async () => (await import('../accounts.ts')).changePlan,
  },
  {
    name: 'keys create',
    options: [
      ofAccount,
      { name: 'permissions', value: 'PERMISSIONS', needed: true, about: 'what the key may do' },
      { name: 'name', value: 'NAME', about: 'what it is for' },
      { name: 'expires-in', value: 'SECONDS', about: 'until it is invalid; without it, it never is' },
    ],
    summary: 'make an API key',
    load: async () => (await import('../keys.ts')).makeKey,
  },
  {
    name: 'keys list',
    options: [anyAccount],
    summary: 'list the API keys, without the keys themselves',
    readsOnly: true,
    load: async () => (await import('../keys.ts')).listAllKeys,
  },
  {
    name: 'keys rotate',
    words: ['KEY'],
    options: [{ name: 'overlap', value: 'SECONDS', about: 'for which the old key stays valid; a day when left out' }],
    summary: 'make a new key with the same permissions; the old one stays valid for the overlap (a day when left out)',
    load: async () => (await import('../keys.ts')).replaceKey,
  },
  {
    name: 'keys revoke',
    words: ['KEY'],
    summary: 'make an API key invalid at once',
    load: async () => (await import('../keys.ts')).invalidateKey,
  },
  {
    name: 'users invite',
    options: [
      { name: 'role', value: 'ROLE', needed: true, about: 'what the user may do: owner, admin, member or viewer' },
      { name: 'email', value: 'ADDRESS', about: 'the address of the new user; if left out, the user enters one' },
      { ...anyAccount, about: 'as "accounts list" shows it; the first one when left out' },
    ],
    summary: 'make a link that lets a person become a user of the dashboard; it works once',
    load: async () => (await import('../users.ts')).inviteByLink,
  },
  {
    name: 'users list',
    options: [anyAccount],
    summary: 'list the users',
    readsOnly: true,
    load: async () => (await import('../users.ts')).listAllUsers,
  },
  {
    name: 'users reset',
    words: ['USER'],
    options: [{ name: 'remove-totp', about: 'forget the authenticator app, too' }],
    summary: 'make a link for a new password, or a new invitation; the previous link stops working',
    load: async () => (await import('../users.ts')).resetUser,
  },
  {
    name: 'users remove',
    words: ['USER'],
    summary: 'remove a user and end all of their sessions',
    load: async () => (await import('../users.ts')).removeOne,
  },
];
