import { describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../conversation-event.ts';
import { CallLanguage } from '../languages/call-language.ts';
import { Dialogue } from './dialogue.ts';
import { Transcript } from './transcript.ts';

const turn = (text: string, startMs: number): TranscriptTurn => ({
  role: 'user',
  text,
  startMs,
  endMs: startMs + 100,
  interrupted: false,
});

describe('transcript', () => {
  it('is in the order of beginnings, and reported in the order of endings', () => {
    const told: string[] = [];
    const transcript = new Transcript(({ text }) => told.push(text));
    for (const [text, startMs] of [
      ['b', 100],
      ['c', 200],
      ['a', 0],
      ['also b', 100],
    ] as const)
      transcript.add(turn(text, startMs));
    expect(told).toEqual(['b', 'c', 'a', 'also b']);
    expect(transcript.turns.map(({ text }) => text)).toEqual(['a', 'b', 'also b', 'c']);
  });
});

describe('dialogue', () => {
  it('joins what the user says in a row', () => {
    const dialogue = new Dialogue(new CallLanguage('en'));
    dialogue.addUser('I need a room', 0);
    dialogue.addAgent(100);
    dialogue.addUser('for two', 200);
    expect(dialogue.messages('people')).toEqual([{ role: 'user', text: 'I need a room for two people' }]);
    expect(dialogue.messages()).toEqual([{ role: 'user', text: 'I need a room for two' }]);
  });

  it('holds what was heard of the agent, and nothing when nothing was', () => {
    const dialogue = new Dialogue(new CallLanguage('en'));
    const silent = dialogue.addAgent(0);
    expect(dialogue.isEmpty).toBe(true);
    silent.text = 'Hello';
    expect(dialogue.messages()).toEqual([{ role: 'agent', text: 'Hello' }]);
  });

  it('pairs every tool call with a result, be it that there is none yet', () => {
    const dialogue = new Dialogue(new CallLanguage('en'));
    const call = { id: '1', name: 'look', arguments: {} };
    const entry = dialogue.addAgent(0);
    entry.tools.push({ call, result: null, sources: [] });
    dialogue.addUser('hurry', 100);
    expect(dialogue.messages()).toEqual([
      { role: 'agent', text: '', toolCalls: [call] },
      { role: 'tool', toolCallId: '1', name: 'look', result: expect.stringContaining('not known yet') },
      { role: 'user', text: 'hurry' },
    ]);
    entry.tools[0]!.result = 'found';
    expect(dialogue.messages()[1]).toMatchObject({ result: 'found' });
  });

  it('puts a greeting that becomes known late before its answer', () => {
    const dialogue = new Dialogue(new CallLanguage('en'));
    dialogue.addAgent(500).text = 'Hello, this is Ann.';
    dialogue.addUser('Hello?', 100);
    expect(dialogue.messages().map(({ role }) => role)).toEqual(['user', 'agent']);
  });
});
