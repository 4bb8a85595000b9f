import { answeredByMeanings, endReasons as endReasonWords, phaseMeanings, statusMeanings } from '@parley/contract';
import { codePanel, json } from '../code.ts';
import { html } from '../html.ts';
import { inline } from '../prose.ts';
import type { Section } from '../section.ts';
import type { GuideContext } from './guide-context.ts';
import { magicNumbers } from './magic-numbers.ts';
import { sipCodes } from './sip-codes.ts';
import { code, rowTable } from './tables.ts';

export function aboutCalls({ document, anchors }: GuideContext): Section[] {
  return [lifeCycle(), endReasons(anchors), results(document), simulatedPhone()];
}

function lifeCycle(): Section {
  const statuses = Object.entries(statusMeanings).map(([status, meaning]) => [code(status), meaning]);
  const phases = Object.entries(phaseMeanings).map(([phase, { status, meaning }]) => [code(phase), status, meaning]);
  return {
    id: 'life-cycle',
    title: 'Life of a call',
    prose: html`<p><code>status</code> has four values, and only moves forward. <code>phase</code> says where it is.</p>
${rowTable(['Status', 'Meaning'], statuses)}
${rowTable(['Phase', 'Status', 'Meaning'], phases)}
<p>A call is over when <code>ended_at</code> is set. Transcript and recording are there then; summary, sentiment and outcome are, once <code>phase</code> is <code>ended</code>. Webhooks are sent then, too.</p>`,
    code: codePanel(
      'Transitions of the status',
      'initiated ──► active ──► completed\n    │            │\n    └────────────┴─────► failed',
    ),
  };
}

function endReasons(anchors: GuideContext['anchors']): Section {
  const reasons = Object.entries(endReasonWords).map(([reason, { status, explanation, remedy }]) => [
    code(reason),
    status,
    inline(explanation, anchors),
    inline(remedy ?? '', anchors),
  ]);
  return {
    id: 'end-reasons',
    title: 'Why calls end',
    prose: html`<p><code>end_reason</code> is set when a call is over, and decides its status. <code>ended_by</code> says who ended it: <code>agent</code>, <code>user</code> (the person) or <code>system</code>.</p>
${rowTable(['End reason', 'Status', 'Meaning', 'What to do'], reasons)}
<p>No call is dialled twice, not even after a crash. What was dialing, ringing or talking when the service stopped ends <code>interrupted_by_restart</code>; what waited for more than 60 s without being dialled ends <code>dispatch_lost</code>, and nothing rang. Whether to try again is yours to decide.</p>
<p><code>sip_code</code> is the final SIP response that the other side or the carrier gave:</p>
${rowTable(
  ['SIP code', 'End reason', 'Meaning'],
  sipCodes.map(({ codes, endReason, meaning }) => [code(codes), endReason, meaning]),
)}`,
  };
}

function results(document: GuideContext['document']): Section {
  const answeredBy = Object.entries(answeredByMeanings).map(([value, meaning]) => [code(value), meaning]);
  const call = document.paths['/calls/{call_id}']?.get?.responses['200'];
  const example = call && 'content' in call ? (call.content?.['application/json']?.example as object) : {};
  const { transcript } = example as { transcript?: unknown[] };
  return {
    id: 'results',
    title: 'What a call leaves behind',
    prose: html`<p><code>transcript</code> has a turn for each time the person or the agent spoke, with seconds since the answer. An agent's <code>text</code> is what was in fact sent as audio before the person interrupted; <code>generated_text</code> keeps what the model had written, where that is more.</p>
<p><code>sentiment</code> is <code>positive</code>, <code>neutral</code> or <code>negative</code>, and null when the person said nothing. <code>outcome</code> is <code>success</code>, <code>partial</code>, <code>failure</code>, <code>no_answer</code>, <code>busy</code>, <code>voicemail</code>, <code>transferred</code>, <code>opted_out</code>, <code>error</code>, or one of the agent's own <code>outcomes</code>: lower case letters, digits and <code>_</code>, such as <code>call_back_later</code>. <code>analysis.method</code> tells whether a language model wrote them, or plain rules, where no model is connected.</p>
<p><code>recording_url</code> is both sides in one, <code>recording_stereo_url</code> has the person left and the agent right. The addresses are signed: anyone with one may listen for 24 hours. <code>latency</code> is measured on the audio: from the end of the person's speech to the first audio of the agent.</p>
${rowTable(['answered_by', 'Meaning'], answeredBy)}`,
    code: codePanel('transcript', json(transcript?.slice(0, 4))),
  };
}

function simulatedPhone(): Section {
  const rows = magicNumbers.map(({ number, behaviour, result }) => [code(number), behaviour, result]);
  return {
    id: 'simulated-phone',
    title: 'The simulated phone',
    prose: html`<p>Numbers of the fictional range <code>+1 202-555-0100</code> to <code>0199</code> ring a telephone that is a part of Parley. It is a real SIP endpoint with real audio, so everything is tried that a real call would need, and each of these numbers behaves in its own way, every time.</p>
${rowTable(['Number', 'What it does', 'How the call ends'], rows)}
<p>Every other number of the range behaves as <code>…0101</code>, save those that are an account's own: they ring its agent. While no carrier is connected, so does every number of the world. Once one is, numbers outside the range are real, and cost money.</p>`,
  };
}
