import type { FirstStep, Permission } from '@parley/contract';

interface StepWords {
  title: string;
  why: string;
  /** The page on which it is done. */
  to: string;
  action: string;
  /** Who lacks it is not asked to do this. */
  permission: Permission;
}

export const stepWords: Record<FirstStep, StepWords> = {
  agent_created: {
    title: 'Create an agent',
    why: 'Begin with a template, and change what it says.',
    to: '/agents',
    action: 'Open Agents',
    permission: 'agents:write',
  },
  browser_call: {
    title: 'Talk to it in the browser',
    why: 'You hear it as a caller does, and can interrupt it.',
    to: '/welcome',
    action: 'Talk to an agent',
    permission: 'calls:write',
  },
  call_placed: {
    title: 'Place a call',
    why: 'To a number of the simulated phone, or to your own once a carrier is connected.',
    to: '/welcome',
    action: 'Place a call',
    permission: 'calls:write',
  },
  key_created: {
    title: 'Make an API key',
    why: 'Your programs place calls with it.',
    to: '/settings/keys',
    action: 'Open API keys',
    permission: 'keys:write',
  },
  webhook_registered: {
    title: 'Register a webhook',
    why: 'Your systems learn how each call went, a moment after its end.',
    to: '/settings/webhooks',
    action: 'Open webhooks',
    permission: 'webhooks:write',
  },
  number_assigned: {
    title: 'Put an agent on a number',
    why: 'From then on it answers calls to that number.',
    to: '/numbers',
    action: 'Open Numbers',
    permission: 'numbers:write',
  },
};
