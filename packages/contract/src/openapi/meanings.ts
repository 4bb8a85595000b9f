import type { AnsweredBy, CallPhase, CallStatus } from '../call.ts';
import type { ErrorCode } from '../error.ts';
import type { Permission } from '../permission.ts';
import type { WebhookEventType } from '../webhook.ts';
import { WebhookEvent } from '../webhook-event.ts';

/** What the values of the interface mean, in a sentence each. */

export const statusMeanings: Record<CallStatus, string> = {
  initiated: 'Accepted; waiting, dialing or ringing.',
  active: 'Answered, and not over.',
  completed: 'Answered, and ended in order. A voicemail counts.',
  failed: 'Never answered, or broken off by a fault.',
};

export const phaseMeanings: Record<CallPhase, { status: string; meaning: string }> = {
  queued: { status: 'initiated', meaning: 'Waits for its time, or for a free slot.' },
  dialing: { status: 'initiated', meaning: 'The carrier was asked; nothing rings yet.' },
  ringing: { status: 'initiated', meaning: 'The telephone rings.' },
  talking: { status: 'active', meaning: 'A person or a machine answered, and the agent talks with it.' },
  transferring: {
    status: 'active',
    meaning:
      'The person is being connected with another person, or talks with them through Parley; back to `talking` when that fails.',
  },
  ending: { status: 'active', meaning: 'Goodbye has been said; the line is being closed.' },
  analyzing: {
    status: 'completed or failed',
    meaning: 'The call is over; summary, sentiment and outcome are being written, for 60 s at most.',
  },
  ended: { status: 'completed or failed', meaning: 'Nothing changes any more.' },
};

export const answeredByMeanings: Record<AnsweredBy, string> = {
  human: 'A person.',
  voicemail: 'A voicemail or answering machine.',
  ivr: 'A menu that wants keys or words.',
  unknown: 'Too little was heard to tell.',
};

export const errorMeanings: Record<ErrorCode, { meaning: string; fix: string }> = {
  invalid_request: {
    meaning: 'Missing, malformed or unknown parameters, or a body that is no JSON object.',
    fix: 'Correct what `param` names. Sending the same again gives the same response.',
  },
  unauthorized: {
    meaning: 'Invalid or missing API key.',
    fix: 'Send a valid key. Revoked and expired keys look the same.',
  },
  forbidden: {
    meaning: 'The key lacks permission for this action.',
    fix: 'Use a key with the permission that `message` names.',
  },
  not_found: {
    meaning: 'The resource does not exist in this account, or nothing is at this path.',
    fix: 'Check the identifier, the path and the method; an `Allow` header names the methods of a path.',
  },
  conflict: {
    meaning: 'Duplicate request: the call is already initiated.',
    fix: 'Wait for the call that `message` names.',
  },
  unprocessable: {
    meaning: 'Well formed, but against a rule, for example the agent is not active.',
    fix: 'Do what `message` says, then send it again.',
  },
  rate_limited: {
    meaning: 'Too many requests, or too many calls at once.',
    fix: 'Wait the seconds in `Retry-After`, then send it again.',
  },
  server_error: {
    meaning: 'A failure on our side.',
    fix: 'Try again after a pause; with an `Idempotency-Key` where a call is placed. Report the `x-request-id`.',
  },
};

export const permissionMeanings: Record<Permission, string> = {
  'calls:read': 'Read calls and batches.',
  'calls:write': 'Place, hang up and cancel calls and batches; read and change the suppression list.',
  'agents:read': 'Read agents and documents; search documents.',
  'agents:write': 'Change agents; upload, change and remove documents.',
  'webhooks:write': 'Read and change webhooks and their deliveries.',
  'numbers:read': 'Read numbers, trunks and carrier accounts.',
  'numbers:write': 'Read, buy, connect, assign and release numbers; read and change trunks and carrier accounts.',
  'providers:write': 'Read and change providers of speech and language.',
  'keys:write': 'Read, make, rotate and revoke API keys.',
  'users:write': 'Read, invite, change and remove users; read the audit log.',
  'account:write': 'Change the account itself: its name, how long data is kept, its owners.',
};

/** When each event is sent. */
export const eventMeanings = Object.fromEntries(
  WebhookEvent.options.map((event) => [event.shape.type.value, event.description]),
) as Record<WebhookEventType, string>;
