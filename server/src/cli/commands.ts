import type { Command } from './command.ts';

const ofAccount = { name: 'account', value: 'ACCOUNT', needed: true, about: 'as "accounts list" shows it' } as const;
const anyAccount = { ...ofAccount, needed: false, about: 'of this account alone' } as const;

/** Everything that can be typed. What a command does is loaded when it is run. */
export const commands: readonly Command[] = [
  {
    name: 'accounts create',
    options: [
      { name: 'name', value: 'NAME', needed: true, about: 'what it is called' },
      { name: 'plan', value: 'PLAN', needed: true, about: 'its limits' },
    ],
    summary: 'make an account with a key, a number and the demo agents',
    load: async () => (await import('./create-account.ts')).createAccount,
  },
  {
    name: 'accounts list',
    summary: 'list the accounts',
    readsOnly: true,
    load: async () => (await import('./accounts.ts')).listAllAccounts,
  },
  {
    name: 'accounts set-plan',
    words: ['ACCOUNT', 'PLAN'],
    summary: 'change the plan; it takes effect at once and ends no live call',
    load: async () => (await import('./accounts.ts')).changePlan,
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
    load: async () => (await import('./keys.ts')).makeKey,
  },
  {
    name: 'keys list',
    options: [anyAccount],
    summary: 'list the API keys, without the keys themselves',
    readsOnly: true,
    load: async () => (await import('./keys.ts')).listAllKeys,
  },
  {
    name: 'keys rotate',
    words: ['KEY'],
    options: [{ name: 'overlap', value: 'SECONDS', about: 'for which the old key stays valid; a day when left out' }],
    summary: 'make a new key with the same permissions; the old one stays valid for the overlap (a day when left out)',
    load: async () => (await import('./keys.ts')).replaceKey,
  },
  {
    name: 'keys revoke',
    words: ['KEY'],
    summary: 'make an API key invalid at once',
    load: async () => (await import('./keys.ts')).invalidateKey,
  },
  {
    name: 'users invite',
    options: [
      { name: 'role', value: 'ROLE', needed: true, about: 'what the user may do: owner, admin, member or viewer' },
      { name: 'email', value: 'ADDRESS', about: 'whom the link is for; whoever opens it names one when left out' },
      { ...anyAccount, about: 'as "accounts list" shows it; the first one when left out' },
    ],
    summary: 'make a link by which somebody becomes a user of the dashboard; it works once',
    load: async () => (await import('./users.ts')).inviteByLink,
  },
  {
    name: 'users list',
    options: [anyAccount],
    summary: 'list the users',
    readsOnly: true,
    load: async () => (await import('./users.ts')).listAllUsers,
  },
  {
    name: 'users reset',
    words: ['USER'],
    options: [{ name: 'remove-totp', about: 'forget the authenticator app, too' }],
    summary: 'make a link for a new password, or the invitation again; the one before it is void',
    load: async () => (await import('./users.ts')).resetUser,
  },
  {
    name: 'users remove',
    words: ['USER'],
    summary: 'end every session of a user at once, and let nobody sign in as that user again',
    load: async () => (await import('./users.ts')).removeOne,
  },
  {
    name: 'agents list',
    options: [anyAccount],
    summary: 'list the agents',
    readsOnly: true,
    load: async () => (await import('./agents.ts')).listAllAgents,
  },
  {
    name: 'agents create',
    options: [ofAccount, { name: 'file', value: 'FILE', needed: true, about: 'its settings, as JSON' }],
    summary: 'make an agent; the JSON file needs a name and a prompt, and may hold every field that PATCH takes',
    load: async () => (await import('./create-agent.ts')).createAgentOfFile,
  },
  {
    name: 'agents versions',
    words: ['AGENT'],
    options: [ofAccount],
    summary: 'list the versions of an agent, the newest first',
    readsOnly: true,
    load: async () => (await import('./change-agent.ts')).listVersionsOfAgent,
  },
  {
    name: 'agents restore',
    words: ['AGENT', 'VERSION'],
    options: [ofAccount],
    summary: 'make a new version with the settings of an older one',
    load: async () => (await import('./change-agent.ts')).restoreVersionOfAgent,
  },
  {
    name: 'agents delete',
    words: ['AGENT'],
    options: [ofAccount],
    summary: 'delete an agent that no number, batch or live call uses; its calls stay',
    load: async () => (await import('./change-agent.ts')).deleteAgentNamed,
  },
  {
    name: 'suppressions list',
    options: [ofAccount, { name: 'offset', value: 'COUNT', about: 'how many of the newest are left out' }],
    summary: 'list numbers that the account does not call any more, newest first, 100 at a time',
    readsOnly: true,
    load: async () => (await import('./suppressions.ts')).listSuppressed,
  },
  {
    name: 'suppressions add',
    words: ['NUMBER'],
    options: [ofAccount, { name: 'reason', value: 'REASON', about: 'kept with the number' }],
    summary: 'call a number no more',
    load: async () => (await import('./suppressions.ts')).addSuppression,
  },
  {
    name: 'suppressions remove',
    words: ['NUMBER'],
    options: [ofAccount],
    summary: 'permit a number again',
    load: async () => (await import('./suppressions.ts')).permitAgain,
  },
  {
    name: 'call',
    words: ['NUMBER'],
    options: [
      { name: 'agent', value: 'ID|NAME', about: 'who calls; the first agent when left out' },
      { name: 'variables', value: 'JSON', about: `values of the agent's placeholders, such as '{"name": "Maria"}'` },
      { name: 'from', value: 'NUMBER', about: 'a number of the account, which the callee sees' },
      { name: 'watch', about: 'show the call live, until it has been analyzed' },
    ],
    summary: 'place a call; --watch shows it live: state, each turn as it is spoken, the result',
    needsService: true,
    load: async () => (await import('./call.ts')).call,
  },
  {
    name: 'hangup',
    words: ['CALL'],
    summary: 'end a call, wherever it is',
    needsService: true,
    load: async () => (await import('./hang-up.ts')).hangUp,
  },
];
