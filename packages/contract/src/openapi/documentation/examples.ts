import { type Agent, AgentSettings } from '../../agent.ts';
import type { AgentVersion } from '../../agent-version.ts';
import type { Batch, BatchResult } from '../../batch.ts';
import type { CallDetail, CallSummary, PlaceCall } from '../../call.ts';
import type { CallEvent } from '../../call-event.ts';
import type { ApiKey } from '../../key.ts';
import type { OwnedNumber } from '../../number.ts';
import type { Provider } from '../../provider.ts';
import type { Suppression } from '../../suppression.ts';
import type { Trunk } from '../../trunk.ts';
import type { User } from '../../user.ts';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail, WebhookEventType } from '../../webhook.ts';
import type { WebhookEvent } from '../../webhook-event.ts';

/** Stands for each parameter of a path. */
export const examplePathParameters: Record<string, { description: string; example: string }> = {
  call_id: { description: 'Identifier of the call', example: 'call_01k9z3v7k2m4n6p8q0r2s4t6v8' },
  agent_id: { description: 'Identifier of the agent', example: 'agent_01k9z2c4d6f8g0h2j4k6m8n0p2' },
  version: { description: 'A version of the agent', example: '3' },
  batch_id: { description: 'Identifier of the batch', example: 'batch_01k9z5a7b9c1d3e5f7g9h1j3k5' },
  suppression_id: { description: 'Identifier of the suppression', example: 'sup_01k9z6b8c0d2e4f6g8h0j2k4m6' },
  number_id: { description: 'Identifier of the number', example: 'num_01k9z7c9d1e3f5g7h9j1k3m5n7' },
  trunk_id: { description: 'Identifier of the trunk', example: 'trk_01k9z8d0e2f4g6h8j0k2m4n6p8' },
  provider_id: { description: 'Identifier of the provider', example: 'prv_01k9z9e1f3g5h7j9k1m3n5p7q9' },
  key_id: { description: 'Identifier of the key', example: 'key_01k9z0m1n3p5q7r9s1t3v5w7x9' },
  user_id: { description: 'Identifier of the user', example: 'usr_01k9z0g2h4j6k8m0n2p4q6r8s0' },
  webhook_id: { description: 'Identifier of the webhook', example: 'whk_01k9z1q3r5s7t9v1w3x5y7z9a1' },
  delivery_id: { description: 'Identifier of the delivery', example: 'dlv_01k9z4e6f8g0h2j4k6m8n0p2q4' },
};

const idOf = (parameter: string) => examplePathParameters[parameter]!.example;

/** 2025-11-14, about nine in New York. */
const CREATED_AT = 1763128800;

export const examplePlaceCall: PlaceCall = {
  agent_id: idOf('agent_id'),
  recipient_phone: '+12025550101',
  variables: { name: 'Maria Lopez', day: 'Friday' },
};

export const exampleAgent: Agent = {
  agent_id: idOf('agent_id'),
  name: 'Appointment desk',
  status: 'active',
  prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Be brief and friendly.',
  first_message: 'Hello {{name}}, this is City Dental about your appointment on {{day}}. Does it still suit you?',
  voice_id: 'builtin/rms',
  model: 'builtin/script',
  transcriber: null,
  language: 'en-US',
  timezone: 'America/New_York',
  max_duration: 1800,
  ring_timeout: 30,
  variables: { day: 'tomorrow' },
  tools: [],
  fallbacks: { transcriber: [], model: [], voice_id: [] },
  turn_taking: { endpointing_ms: 600, interruption_ms: 300, reminder_ms: 7000, end_ms: 10_000 },
  voicemail: { action: 'hangup', message: null },
  recording: { enabled: true },
  disclosure: 'This call is recorded.',
  outcomes: ['confirmed', 'moved'],
  phone_number: '+12025550150',
  version: 3,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 3600,
};

export const exampleAgentVersion: AgentVersion = {
  version: exampleAgent.version,
  created_at: exampleAgent.updated_at,
  changed_by: { type: 'key', id: 'key_01k9z1a2b3c4d5e6f7g8h9j0k1', name: 'Deployment' },
  changed: ['prompt', 'disclosure'],
  restored_from: null,
  settings: AgentSettings.parse(exampleAgent),
};

export const exampleKey: ApiKey = {
  key_id: idOf('key_id'),
  name: 'Appointment reminders',
  permissions: ['calls:read', 'calls:write'],
  last_four: '3yKd',
  created_at: CREATED_AT - 86_400,
  last_used_at: CREATED_AT - 60,
  expires_at: null,
};

export const exampleUser: User = {
  user_id: idOf('user_id'),
  email: 'maria@example.com',
  name: 'Maria Lopez',
  role: 'member',
  status: 'active',
  totp_enabled: true,
  link_expires_at: null,
  last_seen_at: CREATED_AT - 60,
  created_at: CREATED_AT - 86_400,
};

export const exampleCallSummary: CallSummary = {
  call_id: idOf('call_id'),
  status: 'completed',
  phase: 'ended',
  direction: 'outbound',
  channel: 'phone',
  agent_id: idOf('agent_id'),
  agent_version: 3,
  batch_id: null,
  recipient_phone: '+12025550101',
  from_number: '+12025550150',
  variables: { name: 'Maria Lopez', day: 'Friday' },
  max_duration: 1800,
  created_at: CREATED_AT,
  answered_at: CREATED_AT + 4,
  ended_at: CREATED_AT + 19,
  duration: 15,
  answered_by: 'human',
  end_reason: 'user_hangup',
  ended_by: 'user',
  sip_code: 200,
  sentiment: 'positive',
  outcome: 'confirmed',
  recording_url: `https://parley.example.com/recordings/${idOf('call_id')}/mixed.wav?expires=1763215217&signature=q3Xk`,
  recording_stereo_url: `https://parley.example.com/recordings/${idOf('call_id')}/stereo.wav?expires=1763215217&signature=9sPz`,
  latency: { turn_p50_ms: 640, turn_p95_ms: 655, turns: 2 },
  cost: null,
  simulated: true,
};

export const exampleCall: CallDetail = {
  ...exampleCallSummary,
  transcript: [
    { role: 'user', text: 'Hello?', start: 0.3, end: 0.72, interrupted: false },
    {
      role: 'agent',
      text: 'This call is recorded. Hello Maria Lopez, this is City Dental about your appointment on Friday. Does it still suit you?',
      start: 1.36,
      end: 8.9,
      interrupted: false,
    },
    { role: 'user', text: 'Yes, that works.', start: 9.41, end: 10.48, interrupted: false },
    {
      role: 'agent',
      text: 'Thank you. See you on Friday.',
      generated_text: 'Thank you. See you on Friday. Please bring your insurance card.',
      start: 11.12,
      end: 13.3,
      interrupted: true,
      response: {
        response_ms: 640,
        speculated: false,
        stages: [
          { stage: 'endpointing', start_ms: 0, end_ms: 400 },
          { stage: 'recognition', start_ms: 0, end_ms: 250 },
          { stage: 'model', start_ms: 400, end_ms: 520 },
          { stage: 'synthesis', start_ms: 520, end_ms: 620 },
          { stage: 'playout', start_ms: 620, end_ms: 640 },
        ],
      },
    },
    { role: 'user', text: 'Thank you, goodbye.', start: 13.22, end: 14.31, interrupted: false },
  ],
  summary: 'Maria Lopez confirmed her appointment on Friday.',
  analysis: { method: 'model', warnings: [] },
};

const exampleCallReference = {
  call_id: exampleCall.call_id,
  agent_id: exampleCall.agent_id,
  batch_id: null,
};

const exampleMove = {
  direction: 'outbound',
  recipient_phone: exampleCall.recipient_phone,
  from_number: exampleCall.from_number,
  end_reason: null,
  ended_by: null,
  sip_code: null,
} as const;

/** Of the example call, in part. */
export const exampleCallEvents: CallEvent[] = [
  {
    id: 4711,
    event: 'call.state',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 0.012,
      ...exampleMove,
      from: null,
      to: 'queued',
      status: 'initiated',
    },
  },
  {
    id: 4714,
    event: 'call.state',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 4.127,
      ...exampleMove,
      from: 'ringing',
      to: 'talking',
      status: 'active',
    },
  },
  {
    id: 4715,
    event: 'call.turn',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 4.9,
      number: 1,
      turn: { role: 'user', text: 'Hello?', start: 0.3, end: 0.72, interrupted: false },
    },
  },
  {
    id: 4721,
    event: 'call.analyzed',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 21.4,
      status: 'completed',
      end_reason: 'user_hangup',
      outcome: 'confirmed',
      sentiment: 'positive',
    },
  },
];

export const exampleCallsCsv = `call_id,status,direction,agent_id,batch_id,recipient_phone,from_number\r
${exampleCall.call_id},completed,outbound,${exampleCall.agent_id},,+12025550101,+12025550150\r
`;

/** As it is while the telephone rings: what is not known yet is null. */
export const exampleRingingCall: CallDetail = {
  ...exampleCall,
  status: 'initiated',
  phase: 'ringing',
  answered_at: null,
  ended_at: null,
  duration: null,
  answered_by: null,
  end_reason: null,
  ended_by: null,
  sip_code: null,
  sentiment: null,
  outcome: null,
  recording_url: null,
  recording_stereo_url: null,
  latency: null,
  transcript: null,
  summary: null,
  analysis: null,
};

export const exampleBatch: Batch = {
  batch_id: idOf('batch_id'),
  agent_id: idOf('agent_id'),
  name: 'Reminders for Friday',
  status: 'in_progress',
  paused: false,
  total: 250,
  queued: 120,
  in_progress: 10,
  completed: 97,
  failed: 23,
  schedule_at: CREATED_AT,
  created_at: CREATED_AT - 600,
  retry_of: null,
};

/** What a call has that a result has, too. */
export const exampleResult: BatchResult = {
  call_id: exampleCall.call_id,
  recipient_phone: exampleCall.recipient_phone,
  variables: exampleCall.variables,
  status: exampleCall.status,
  end_reason: exampleCall.end_reason,
  answered_by: exampleCall.answered_by,
  outcome: exampleCall.outcome,
  sentiment: exampleCall.sentiment,
  summary: exampleCall.summary,
  duration: exampleCall.duration,
  answered_at: exampleCall.answered_at,
  ended_at: exampleCall.ended_at,
};

export const exampleSuppression: Suppression = {
  suppression_id: idOf('suppression_id'),
  phone_number: '+12025550109',
  reason: 'Asked during a call not to be called again.',
  source: 'call',
  call_id: idOf('call_id'),
  created_at: CREATED_AT + 19,
};

export const exampleNumber: OwnedNumber = {
  number_id: idOf('number_id'),
  phone_number: '+14155550123',
  source: 'simulated',
  trunk_id: null,
  agent_id: idOf('agent_id'),
  is_default: false,
  created_at: CREATED_AT - 7200,
};

export const exampleTrunkNumber: OwnedNumber = {
  ...exampleNumber,
  phone_number: '+493012345678',
  source: 'trunk',
  trunk_id: idOf('trunk_id'),
};

export const exampleTrunk: Trunk = {
  trunk_id: idOf('trunk_id'),
  name: 'Office PBX',
  host: 'pbx.example.com',
  port: 5060,
  transport: 'udp',
  authentication: 'none',
  username: null,
  password_set: false,
  srtp: 'off',
  inbound_addresses: ['198.51.100.0/24'],
  caller_id: '+493012345678',
  max_calls: 10,
  status: 'active',
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 3600,
};

export const exampleWebhook: Webhook = {
  webhook_id: idOf('webhook_id'),
  url: 'https://example.com/hooks/parley',
  events: ['call.completed', 'call.failed'],
  enabled: true,
  disabled_reason: null,
  source: 'api',
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 86_400,
};

/** The base64 of "this is no secret, only an example". */
export const exampleSecret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';

export const exampleDelivery: WebhookDelivery = {
  delivery_id: idOf('delivery_id'),
  webhook_id: idOf('webhook_id'),
  event_id: 'evt_01k9z3x1y3z5a7b9c1d3e5f7g9',
  event_type: 'call.completed',
  status: 'delivered',
  attempts: 1,
  created_at: CREATED_AT + 18,
  last_attempt_at: CREATED_AT + 18,
  next_attempt_at: null,
  last_response_status: 204,
  last_error: null,
  last_duration_ms: 87,
};

/** A delivery that has only just been put down. */
export const examplePendingDelivery: WebhookDelivery = {
  ...exampleDelivery,
  status: 'pending',
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: exampleDelivery.created_at,
  last_response_status: null,
  last_duration_ms: null,
};

/** What each event carries. */
const exampleEventData: { [Type in WebhookEventType]: Extract<WebhookEvent, { type: Type }>['data'] } = {
  'call.completed': exampleCall,
  'call.failed': {
    ...exampleRingingCall,
    status: 'failed',
    phase: 'ended',
    ended_at: CREATED_AT + 32,
    duration: 0,
    end_reason: 'no_answer',
    ended_by: 'system',
    sip_code: 487,
    outcome: 'no_answer',
    transcript: [],
    summary: 'Nobody answered.',
    analysis: { method: 'rules', warnings: [] },
  },
  'call.initiated': { ...exampleRingingCall, phase: 'dialing' },
  'call.answered': {
    ...exampleRingingCall,
    status: 'active',
    phase: 'talking',
    answered_at: exampleCall.answered_at,
  },
  'call.transferred': { ...exampleCall, phase: 'analyzing', end_reason: 'transferred', ended_by: 'agent' },
  'batch.completed': { ...exampleBatch, status: 'completed', queued: 0, in_progress: 0, completed: 221, failed: 29 },
  'webhook.test': { message: 'This is a test event of Parley.' },
};

export function exampleEvent(type: WebhookEventType) {
  return {
    id: exampleDelivery.event_id,
    type,
    created_at: exampleDelivery.created_at,
    data: exampleEventData[type],
  };
}

export const exampleDeliveryDetail: WebhookDeliveryDetail = {
  ...exampleDelivery,
  payload: exampleEvent('call.completed'),
  attempt_log: [
    { attempted_at: CREATED_AT + 18, response_status: 204, response_body: null, error: null, duration_ms: 87 },
  ],
};

export const exampleProvider: Provider = {
  provider_id: idOf('provider_id'),
  vendor: 'deepgram',
  name: 'deepgram',
  base_url: null,
  api_key_set: true,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 86_400,
};
