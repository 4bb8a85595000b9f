import type { CallPage, CallSummary } from '@parley/contract';

/** An outbound call with what a test cares about. */
export function sampleCall(fields: Partial<CallSummary> = {}): CallSummary {
  return {
    call_id: 'call_1',
    status: 'initiated',
    phase: 'queued',
    direction: 'outbound',
    channel: 'phone',
    agent_id: 'agent_1',
    agent_version: 1,
    batch_id: null,
    recipient_phone: '+12025550101',
    from_number: '+12025550150',
    variables: {},
    metadata: {},
    max_duration: 1800,
    created_at: 90,
    answered_at: null,
    ended_at: null,
    duration: null,
    answered_by: null,
    end_reason: null,
    ended_by: null,
    transferred_to: null,
    sip_code: null,
    sentiment: null,
    outcome: null,
    recording_url: null,
    recording_stereo_url: null,
    latency: null,
    cost: null,
    simulated: true,
    ...fields,
  };
}

export function samplePage(data: CallSummary[], hasMore = false): CallPage {
  return { data, total: data.length, total_exact: true, limit: 50, offset: 0, has_more: hasMore };
}
