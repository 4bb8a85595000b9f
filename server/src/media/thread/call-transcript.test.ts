import type { TranscriptTurn } from '@parley/contract';
import type { TranscriptTurn as SpokenTurn } from '@parley/conversation';
import { expect, it } from 'vitest';
import { CallTranscript } from './call-transcript.ts';
import { SpeakerTimes } from './speaker-times.ts';

const said = (text: string, startMs: number, endMs: number): SpokenTurn => ({
  ...{ role: 'agent', text, startMs, endMs, interrupted: false },
});

it('has what was said in the time of the call, and who had the caller wait', () => {
  const reported: TranscriptTurn[] = [];
  const transcript = new CallTranscript(new SpeakerTimes(), (turn) => reported.push(turn));
  const turns = [said('Good morning.', 0, 1000), said('Are you there?', 1500, 2500)];
  transcript.add(turns[0]!);
  transcript.beginDeskHold('Ann', 1200);
  expect(transcript.isOnDeskHold).toBe(true);
  for (let waitedMs = 0; waitedMs < 3000; waitedMs += 20) transcript.noteWait(1200, 20);
  transcript.endDeskHold(4200);
  transcript.endDeskHold(4300);
  expect([transcript.isOnDeskHold, transcript.startOf(1500)]).toEqual([false, 4.5]);
  transcript.add(turns[1]!);
  expect(reported).toMatchObject([
    { text: 'Good morning.', start: 0, end: 1 },
    { role: 'tool', start: 1.2, end: 4.2, tool: { name: 'put_on_hold', arguments: { by: 'Ann' } } },
    { text: 'Are you there?', start: 4.5, end: 5.5 },
  ]);
  expect(transcript.turns).toEqual(reported);
  expect(transcript.whole(turns)).toEqual(reported);
});
