import type { LanguageModelEvent, Message } from '@parley/conversation/provider';
import { describe, expect, it } from 'vitest';
import { ScriptedBrain } from './scripted-brain.ts';
import { keyFor } from './voice-menu.ts';

const MENU = 'Welcome to city dental for sales press one for support press two';
const SCRIPT = `## hello
say: Hello, this is Ava. Is that you?
hear: yes -> bye

## bye
say: Goodbye.
end: success

## anytime
press: {{wanted}}
`;
const SEND_DTMF = { name: 'send_dtmf', description: '', parameters: {} };

async function answer(messages: Message[], tools = [SEND_DTMF]): Promise<LanguageModelEvent[]> {
  const events: LanguageModelEvent[] = [];
  const brain = new ScriptedBrain({ template: SCRIPT, variables: { wanted: 'support' } });
  const { signal } = new AbortController();
  for await (const event of brain.respond({ prompt: '', messages, tools, signal })) events.push(event);
  return events;
}

const textOf = (events: LanguageModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
const callsOf = (events: LanguageModelEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_call' ? [[event.call.name, event.call.arguments]] : []));

function pressed(digits: string): Message[] {
  const call = { id: 'send_dtmf_1', name: 'send_dtmf', arguments: { digits } };
  return [
    { role: 'user', text: MENU, voiceMenu: true },
    { role: 'agent', text: '', toolCalls: [call] },
    { role: 'tool', toolCallId: call.id, name: call.name, result: 'Sent.' },
  ];
}

describe('the key of a voice menu', () => {
  it.each([
    [MENU, ['sales'], '1'],
    [MENU, ['support'], '2'],
    [MENU, ['returns', 'support'], '2'],
    [MENU, [], '1'],
    ['press one for sales press two for support', ['support'], '2'],
    ['welcome to city dental press one for sales or two', ['sales'], '1'],
    ['for billing press 3, to speak to an operator press 0', [], '0'],
    ['to hear this again press star for the front desk press pound', [], '#'],
    ['for all other questions dial or say the number nine', ['billing'], '9'],
    ['please listen to our menu options', [], null],
  ])('%s, wanting %j: %s', (menu, choices, digit) => expect(keyFor(menu, choices)).toBe(digit));
});

describe('a script at a voice menu', () => {
  it('presses the key that it wants, and says nothing', async () => {
    const events = await answer([{ role: 'user', text: MENU, voiceMenu: true }]);
    expect([textOf(events), callsOf(events)]).toEqual(['', [['send_dtmf', { digits: '2' }]]]);
  });

  it('presses it as well when it has begun to speak', async () => {
    const events = await answer([
      { role: 'user', text: MENU, voiceMenu: true },
      { role: 'agent', text: 'Hello, this' },
    ]);
    expect(callsOf(events)).toEqual([['send_dtmf', { digits: '2' }]]);
  });

  it('begins with the person behind it', async () => {
    expect(await answer(pressed('2'))).toEqual([{ type: 'silence' }]);
    const events = await answer([
      { role: 'user', text: 'hello' },
      { role: 'agent', text: 'Hello, this is Ava. Is' },
      ...pressed('2'),
      { role: 'user', text: 'hello this is support' },
    ]);
    expect(textOf(events)).toBe('Hello, this is Ava. Is that you?');
  });

  it('waits when no key is named', async () => {
    expect(await answer([{ role: 'user', text: 'please listen to our menu options', voiceMenu: true }])).toEqual([
      { type: 'silence' },
    ]);
  });

  it('gives up without words when it may press no key, and when none helps', async () => {
    const end = [['end_call', { outcome: 'failure' }]];
    const unable = await answer([{ role: 'user', text: MENU, voiceMenu: true }], []);
    expect([textOf(unable), callsOf(unable)]).toEqual(['', end]);
    const stuck = await answer([...Array(4).fill(pressed('2')).flat(), { role: 'user', text: MENU, voiceMenu: true }]);
    expect([textOf(stuck), callsOf(stuck)]).toEqual(['', end]);
  });

  it('stays on the line when that is an entry too', async () => {
    expect(await answer([{ role: 'user', text: `${MENU} or stay on the line`, voiceMenu: true }], [])).toEqual([
      { type: 'silence' },
    ]);
  });
});
