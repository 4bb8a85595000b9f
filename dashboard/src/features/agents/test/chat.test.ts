import type { TestChatEvent } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { emptyChat, messagesOf, replying, withEvent } from './chat.ts';

const source = { document_id: 'doc_1', name: 'Prices', passage: 2, heading: 'Haircuts' };
const result = { result: '{"status":"sent"}', error: false, imagined: false, duration_ms: 12 };
const events: TestChatEvent[] = [
  { type: 'text', delta: 'Let me ' },
  { type: 'text', delta: 'look.' },
  { type: 'tool_call', id: 1, name: 'find', arguments: { id: '7' } },
  { type: 'tool_call', id: 2, name: 'check', arguments: {} },
  { type: 'tool_result', id: 2, ...result, variables: {} },
  { type: 'tool_result', id: 1, ...result, variables: { status: 'sent' } },
  { type: 'sources', sources: [source] },
  { type: 'text', delta: 'It is sent.' },
  { type: 'end', over: false, outcome: null, transferred_to: null, warnings: ['A warning.'] },
];
const asked = replying(emptyChat, 'Where is it?');
const replied = events.reduce(withEvent, asked);

describe('a reply', () => {
  test('words are joined, and split where a tool is between them', () => {
    expect(replied.items).toEqual([
      { role: 'user', text: 'Where is it?' },
      { role: 'agent', text: 'Let me look.', sources: [] },
      {
        role: 'tool',
        id: 1,
        name: 'find',
        arguments: { id: '7' },
        outcome: { ...result, variables: { status: 'sent' } },
      },
      { role: 'tool', id: 2, name: 'check', arguments: {}, outcome: { ...result, variables: {} } },
      { role: 'agent', text: 'It is sent.', sources: [source] },
    ]);
    expect(replied).toMatchObject({ found: { status: 'sent' }, warnings: ['A warning.'], isOver: false });
  });

  test('the next one has words of its own, and leaves the results of the last one alone', () => {
    const next = [
      { type: 'text', delta: 'Anything else?' } as const,
      { type: 'tool_call', id: 1, name: 'send_dtmf', arguments: { digits: '1' } } as const,
    ].reduce(withEvent, replying(replied, null));
    expect(next.items.slice(5)).toMatchObject([
      { role: 'agent', text: 'Anything else?' },
      { role: 'tool', id: 1, outcome: null },
    ]);
    expect(next.items[2]).toBe(replied.items[2]);
    expect(next).toMatchObject({ warnings: [], found: { status: 'sent' } });
  });

  test('the service gets what was said and done; an interrupted tool is left out', () => {
    const broken = withEvent(replied, { type: 'tool_call', id: 3, name: 'find', arguments: {} });
    expect(messagesOf(broken)).toEqual([
      { role: 'user', text: 'Where is it?' },
      { role: 'agent', text: 'Let me look.' },
      { role: 'tool', name: 'find', arguments: { id: '7' }, result: result.result },
      { role: 'tool', name: 'check', arguments: {}, result: result.result },
      { role: 'agent', text: 'It is sent.' },
    ]);
  });
});
