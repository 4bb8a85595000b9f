import type { CallDetail, CallSummary, PlaceCall } from '../../../call.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const examplePlaceCall: PlaceCall = {
  agent_id: idOf('agent_id'),
  recipient_phone: '+12025550101',
  variables: { name: 'Maria Lopez', day: 'Friday' },
  metadata: { appointment: 4711 },
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
  metadata: { appointment: 4711 },
  max_duration: 1800,
  created_at: CREATED_AT,
  answered_at: CREATED_AT + 4,
  ended_at: CREATED_AT + 19,
  duration: 15,
  answered_by: 'human',
  end_reason: 'user_hangup',
  ended_by: 'user',
  transferred_to: null,
  sip_code: 200,
  sentiment: 'positive',
  outcome: 'confirmed',
  recording_url: `https://parley.example.com/recordings/${idOf('call_id')}/mixed.wav?expires=1763215217&signature=q3Xk`,
  recording_stereo_url: `https://parley.example.com/recordings/${idOf('call_id')}/stereo.wav?expires=1763215217&signature=9sPz`,
  latency: {
    turn_p50_ms: 640,
    turn_p95_ms: 655,
    turns: 2,
    stages: [
      { stage: 'endpointing', p50_ms: 400, p95_ms: 410 },
      { stage: 'recognition', p50_ms: 250, p95_ms: 260 },
      { stage: 'model', p50_ms: 120, p95_ms: 130 },
      { stage: 'synthesis', p50_ms: 100, p95_ms: 105 },
      { stage: 'playout', p50_ms: 20, p95_ms: 20 },
    ],
  },
  cost: {
    currency: 'USD',
    total: 0.002_18,
    total_micros: 2180,
    items: [
      { provider: 'openai', name: 'gpt-4.1-mini', kind: 'model', quantity: 650, unit: 'input_token', micros: 260 },
      { provider: 'deepgram', name: 'nova-3', kind: 'transcriber', quantity: 15_000, unit: 'audio_ms', micros: 1920 },
      { provider: 'builtin', name: 'rms', kind: 'voice', quantity: 148, unit: 'character', micros: 0 },
    ],
    unpriced: [],
  },
  simulated: true,
};

export const exampleCall: CallDetail = {
  ...exampleCallSummary,
  overrides: null,
  on_hold: false,
  caller_identity: null,
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
  analysis: { method: 'model', warnings: [], data: { day: 'Friday' } },
};

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
  cost: null,
  transcript: null,
  summary: null,
  analysis: null,
};
