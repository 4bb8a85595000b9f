import type { routes } from '../../routes.ts';
import {
  exampleCall,
  exampleCallSummary,
  exampleCallsCsv,
  examplePlaceCall,
  exampleRingingCall,
} from './examples/example-calls.ts';
import { exampleCallDiagnosis } from './examples/example-diagnosis.ts';
import { noSuchCall } from './no-such-call.ts';
import { idempotencyKey, keyOfAnotherBody, type RouteDocumentation } from './route-documentation.ts';

export const placeCall: RouteDocumentation<typeof routes.placeCall> = {
  tag: 'Calls',
  description: `Accepts one call and dials it at once. The response comes before the telephone rings: the call is stored, and will be dialled once or ended. Follow it with GET /calls/{call_id} or a webhook.

Send an \`Idempotency-Key\` when you may repeat the request, for example after a time-out: the same key with the same body replays the first response, and the number is not called twice.`,
  requestHeader: idempotencyKey,
  responseHeaders: ['Location', 'Idempotent-Replayed'],
  request: examplePlaceCall,
  response: {
    call_id: exampleCall.call_id,
    status: 'initiated',
    agent_id: exampleCall.agent_id,
    recipient_phone: exampleCall.recipient_phone as '+12025550101',
    created_at: exampleCall.created_at,
  },
  errors: {
    invalid_request: [
      {
        when: 'The number is not in E.164 format.',
        fix: 'Write + and the country code, without spaces or brackets.',
        message:
          'recipient_phone: must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101',
        param: 'recipient_phone',
      },
      {
        when: 'A field is not known, so a typing error would have been ignored.',
        fix: 'Correct or remove the field that `param` names.',
        message:
          'max_durration is not known here, or cannot be set. What can be given: agent_id, recipient_phone, variables, from_number, max_duration, metadata, overrides.',
        param: 'max_durration',
      },
    ],
    not_found: [
      {
        when: 'There is no such agent in this account.',
        fix: 'Take an `agent_id` out of GET /agents.',
        message: `There is no agent ${exampleCall.agent_id}. GET /v1/agents lists yours.`,
        param: 'agent_id',
      },
    ],
    conflict: [
      {
        when: 'An earlier call of this agent to this number is not over.',
        fix: 'Wait for the call that the message names, or hang it up.',
        message: `The call ${exampleCall.call_id} of this agent to +12025550101 is not over yet. Wait for its end, or hang it up.`,
      },
    ],
    unprocessable: [
      {
        when: 'The agent is not active.',
        fix: 'Activate it with PATCH /agents/{agent_id}.',
        message: `Agent ${exampleCall.agent_id} is not active. Activate it with PATCH /v1/agents/${exampleCall.agent_id} {"status": "active"}.`,
        param: 'agent_id',
      },
      {
        when: 'A text of the agent asks for a variable that has no value.',
        fix: 'Give it in `variables`, or a default in the agent.',
        message:
          "The agent's texts ask for {{name}}, and neither the request nor the agent's own variables give it a value.",
        param: 'variables.name',
      },
      {
        when: '`from_number` is not a number of this account.',
        fix: 'Leave it out, or use a number of yours.',
        message: '+12025550199 is not a number of this account. Leave from_number out to call from one that is.',
        param: 'from_number',
      },
      {
        when: 'The number is on the suppression list: the person asked not to be called again, or you put it there.',
        fix: 'Leave it alone. If the person wants calls again, DELETE /suppressions/{suppression_id}.',
        message: '+12025550101 is on the suppression list: it is not called any more. GET /v1/suppressions says why.',
        param: 'recipient_phone',
      },
      keyOfAnotherBody,
    ],
    rate_limited: [
      {
        when: "The plan's calls a minute are used up.",
        fix: 'Wait as many seconds as `Retry-After` says: exactly then there is room for one more.',
        message: 'The plan permits 60 calls a minute. Try again in 12 s.',
      },
      {
        when: "The plan's concurrent calls are all live.",
        fix: 'Wait until one has ended; `Retry-After` is an estimate. A batch waits by itself.',
        message: 'The plan permits 3 calls at once, and all of them are taken. Try again when one has ended.',
      },
    ],
  },
  client: `const call = await parley.calls.place({
  agent_id: '${exampleCall.agent_id}',
  recipient_phone: '+12025550101',
  variables: { name: 'Maria Lopez', day: 'Friday' },
});`,
};

export const listCalls: RouteDocumentation<typeof routes.listCalls> = {
  tag: 'Calls',
  description: `Calls of the account, outbound and inbound, newest first. Items are calls without transcript, summary and analysis.

\`limit\` and \`offset\` page through them while \`has_more\` is true. For exports, or while new calls come in, narrow the time with \`from\` and \`to\` instead of going to high offsets.`,
  query: { limit: '20', status: 'completed' },
  response: { data: [exampleCallSummary], total: 1, total_exact: true, limit: 20, offset: 0, has_more: false },
  errors: {
    invalid_request: [
      {
        when: 'A number is out of its range, or no number.',
        fix: 'Stay within the limits of the parameter that `param` names.',
        message: 'limit: must be a whole number from 1 to 100',
        param: 'limit',
      },
      {
        when: '`from` is after `to`.',
        fix: 'Swap them.',
        message: 'from: must not be after `to`',
        param: 'from',
      },
    ],
  },
  client: `for await (const call of parley.calls.list({ status: 'completed' })) {
  console.log(call.call_id, call.duration, call.outcome);
}`,
};

export const getCall: RouteDocumentation<typeof routes.getCall> = {
  tag: 'Calls',
  description: `Everything known of a call. What is not known yet is \`null\`, never absent: transcript and end come when the call is over, summary, sentiment and outcome some moments later, when \`phase\` moves from \`analyzing\` to \`ended\`.

\`recording_url\` and \`recording_stereo_url\` are signed and valid for 24 hours; each read makes fresh ones. They serve byte ranges, so a player can seek. The WAV files have 16-bit samples at 8 kHz, or at 16 kHz where the call was answered in G.722 or Opus.`,
  response: exampleCall,
  errors: { not_found: noSuchCall },
  client: `const call = await parley.calls.get('${exampleCall.call_id}');
for (const turn of call.transcript ?? []) console.log(turn.start, turn.role, turn.text);`,
};

export const exportCalls: RouteDocumentation<typeof routes.exportCalls> = {
  tag: 'Calls',
  description: `Every call that the filters let through, newest first, however many: it is sent as it is read.

With \`format=csv\` a file for spreadsheets comes, in UTF-8 with a byte order mark. Its times are in UTC as ISO 8601. A cell that a spreadsheet would take for a formula begins with an apostrophe; whole telephone numbers in E.164 do not, since + and digits alone are a number.`,
  query: { format: 'json', status: 'completed' },
  response: { data: [{ ...exampleCallSummary, summary: exampleCall.summary }] },
  csv: exampleCallsCsv,
  errors: {},
  client: `const { data } = await parley.calls.export({ status: 'completed' });
for (const call of data) console.log(call.call_id, call.summary);`,
};

export const getCallDiagnosis: RouteDocumentation<typeof routes.getCallDiagnosis> = {
  tag: 'Calls',
  description: `What was right and wrong with the line, in plain words, each with its evidence and what to do: a carrier that refuses the caller id, audio that comes from one side alone, addresses that cannot be reached, packets that were lost.

It follows from the signalling and from the figures of the audio, which are in the response as well. The signalling is kept for 30 days, without passwords and keys; calls that failed before an answer have it, too.`,
  response: exampleCallDiagnosis,
  errors: { not_found: noSuchCall },
  client: `const { verdict, findings } = await parley.calls.diagnosis('${exampleCall.call_id}');
for (const { what, evidence, remedy } of findings) console.log(verdict, what, evidence, remedy);`,
};

export const getCallSignalling: RouteDocumentation<typeof routes.getCallSignalling> = {
  tag: 'Calls',
  description: `The SIP messages of a call as a capture file (PCAP) that Wireshark opens, to look at and to show a carrier: a packet for each message, with its time and addresses. Messages that came over TCP or TLS are in UDP packets, too.

Passwords and keys are \`x\`: of digest authentication the response, of SRTP the key. Numbers are not.`,
  response: undefined,
  errors: {
    not_found: [
      ...noSuchCall,
      {
        when: 'The call had no signalling, as those in a browser, or it is not kept any more.',
        fix: 'Ask within 30 days, when the call is over.',
        message: `Nothing is kept of the signalling of ${exampleCall.call_id}.`,
        param: 'call_id',
      },
    ],
  },
  client: `const bytes = await parley.calls.signalling('${exampleCall.call_id}');
console.log(bytes.length);`,
};

export const getCallAudio: RouteDocumentation<typeof routes.getCallAudio> = {
  tag: 'Calls',
  description: `The RTP packets of a call as a capture file (PCAP) that Wireshark opens and plays: those that came from the person's side, and those that went there, each with its time and addresses. Packets of SRTP are shown without encryption.

They are kept where the operator has set \`PARLEY_CAPTURE_AUDIO\`, of calls that are recorded, and as long as the recording.`,
  response: undefined,
  errors: {
    not_found: [
      ...noSuchCall,
      {
        when: 'The operator keeps no packets, or the call is not recorded, not over, or not over RTP.',
        fix: 'Ask the operator for `PARLEY_CAPTURE_AUDIO`, and place the call again with `recording` enabled.',
        message: `No packets are kept of the audio of ${exampleCall.call_id}.`,
        param: 'call_id',
      },
    ],
  },
  client: `const bytes = await parley.calls.audio('${exampleCall.call_id}');
console.log(bytes.length);`,
};

export const getCallPeaks: RouteDocumentation<typeof routes.getCallPeaks> = {
  tag: 'Calls',
  description:
    'The shape of both sides of a recording, for drawing it without loading it. Measured once, when it is first asked for.',
  response: {
    duration: 15,
    peaks: [
      [0, 0.42, 0.31, 0],
      [0.28, 0, 0.02, 0.37],
    ],
  },
  errors: {
    not_found: [
      ...noSuchCall,
      {
        when: 'The call has no recording, or not yet.',
        fix: 'Wait until `recording_url` is set.',
        message: `The call ${exampleCall.call_id} has no recording.`,
      },
    ],
  },
  client: `const { duration, peaks } = await parley.calls.peaks('${exampleCall.call_id}');
console.log(duration, peaks[0].length);`,
};

export const hangUpCall: RouteDocumentation<typeof routes.hangUpCall> = {
  tag: 'Calls',
  description: `Before the answer the call is canceled (\`end_reason: canceled\`), after it the agent hangs up (\`agent_hangup\`). The response shows the call as it is at this moment; the end follows within moments. A call that is over stays as it is.`,
  response: exampleRingingCall,
  errors: { not_found: noSuchCall },
  client: `await parley.calls.hangUp('${exampleCall.call_id}');`,
};

export const transferCall: RouteDocumentation<typeof routes.transferCall> = {
  tag: 'Calls',
  description: `Connects the person with another number, at once or after the target was briefed and takes the call (\`mode: warm\`); the agent stands by meanwhile. With \`mode: conference\` the target joins the person and the agent, who stays, and the call talks again. By \`method\` the line is asked to do so (SIP REFER), or Parley calls the number itself and stays between both (\`bridge\`), which takes a second slot; \`auto\` does the second where the line refuses the first, and in a warm transfer. A warm transfer by \`refer\` is bridged until the line has connected both (REFER with Replaces), and stays so where it does not. The response shows the call as it is at this moment, \`phase: transferring\`. When the number answers, \`transferred_to\` is set and the webhook event \`call.transferred\` is sent; the call ends (\`end_reason: transferred\`) at once by REFER, and when either of both hangs up by a bridge. While both talk over a bridge the person can be transferred again, with \`mode: cold\`: who was there before is hung up when the next number answers. When it is busy or does not answer, the call goes back to \`talking\` and the agent goes on. The number is admitted as for any call: suppressed numbers are refused, and it counts as a call of the minute.`,
  request: { to: '+12025550107' },
  response: { ...exampleRingingCall, status: 'active', phase: 'transferring', answered_at: exampleCall.answered_at },
  errors: {
    not_found: noSuchCall,
    conflict: [
      {
        when: 'The call is being transferred already.',
        fix: 'Wait for what becomes of it: the call ends, talks again, or goes on with the number, and can be transferred again.',
        message: 'The call is being transferred already.',
      },
      {
        when: 'Another person has joined the call.',
        fix: 'Wait until they have left, or send the agent away: PATCH /calls/{call_id}.',
        message: 'Another person has joined the call already.',
      },
    ],
    unprocessable: [
      {
        when: 'The call was not answered yet, or is over.',
        fix: 'Transfer it while it talks.',
        message: 'The call can be transferred when it was answered, until it ends.',
        param: 'call_id',
      },
      {
        when: 'The person talks with another one already over a bridge, and `mode` is warm or conference.',
        fix: 'Set `mode` to cold.',
        message:
          'The agent has left the call: it can neither talk with another person first nor stay. Set mode to cold.',
        param: 'mode',
      },
      {
        when: 'The number is on the suppression list.',
        fix: 'Leave it alone. If the person wants calls again, DELETE /suppressions/{suppression_id}.',
        message: '+12025550107 is on the suppression list: it is not called any more.',
        param: 'to',
      },
      {
        when: 'The call is on a real line, and the number is one of the simulated phone.',
        fix: 'Give a number that the carrier knows.',
        message: '+12025550107 is a number of the simulated phone: the carrier of this call does not know it.',
        param: 'to',
      },
      {
        when: 'Several nodes share the database, and another one carries the call.',
        fix: 'Send it to the node that the message names.',
        message: `The call ${exampleCall.call_id} is carried by the node node_01hzy3v7k2m4n6p8q0r2s4t6v8. Ask there.`,
        param: 'call_id',
      },
    ],
    rate_limited: [
      {
        when: "The plan's calls a minute are used up.",
        fix: 'Wait as many seconds as `Retry-After` says: exactly then there is room for one more.',
        message: 'The plan permits 60 calls a minute. Try again in 12 s.',
      },
    ],
  },
  client: `await parley.calls.transfer('${exampleCall.call_id}', '+12025550107');`,
};

export const updateCall: RouteDocumentation<typeof routes.updateCall> = {
  tag: 'Calls',
  description: `Puts the person of a live call on hold, and back: they hear music or ringing, the agent hears nothing of them and says nothing, and its silence timers stand still; \`max_duration\` goes on. The line is not asked to hold: Parley goes on sending audio. The time on hold is a turn \`put_on_hold\` of the transcript, and is in the recording. A transfer ends it. \`agent_present: false\` sends the agent out of a conference. What is left out stays as it is.`,
  request: { on_hold: true },
  response: {
    ...exampleRingingCall,
    ...{ status: 'active', phase: 'talking', answered_at: exampleCall.answered_at, on_hold: true },
  },
  errors: {
    not_found: noSuchCall,
    unprocessable: [
      {
        when: 'The call was not answered yet, is being transferred, or is over.',
        fix: 'Put it on hold while it talks.',
        message: 'The call can be put on hold while it talks.',
        param: 'call_id',
      },
      {
        when: 'Another person has joined the call.',
        fix: 'Hold it when they have left.',
        message: 'Another person has joined the call: it cannot be put on hold.',
        param: 'on_hold',
      },
      {
        when: 'The agent shall leave, and is the only one that the person talks with.',
        fix: 'Hang up, or transfer the call.',
        message: 'No other person has joined the call: the person would be alone.',
        param: 'agent_present',
      },
    ],
  },
  client: `await parley.calls.update('${exampleCall.call_id}', { on_hold: true });`,
};

export const whisper: RouteDocumentation<typeof routes.whisper> = {
  tag: 'Calls',
  description: `A hint for the agent, which the caller does not hear: the model reads it before its next reply. An agent on the built-in script says the words of \`say: …\` first, and keeps every other hint with the call only. Listening in and taking over need a WebSocket: the dashboard has it.`,
  request: { text: 'Offer them a place on Friday.' },
  response: undefined,
  errors: {
    not_found: noSuchCall,
    unprocessable: [
      {
        when: 'The call is over.',
        fix: 'Whisper while it lives.',
        message: `The call ${exampleCall.call_id} is over.`,
        param: 'call_id',
      },
      {
        when: 'Several nodes share the database, and another one carries the call.',
        fix: 'Send it to the node that the message names.',
        message: `The call ${exampleCall.call_id} is carried by the node node_01hzy3v7k2m4n6p8q0r2s4t6v8. Ask there.`,
        param: 'call_id',
      },
    ],
  },
  client: `await parley.calls.whisper('${exampleCall.call_id}', 'Offer them a place on Friday.');`,
};
