import type { Message } from '@parley/conversation/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoAgents } from '../demo-agents.ts';
import { personaLines } from '../persona-lines.ts';
import { telephonePhrases } from '../recognition/telephone-phrases.ts';
import { checkScript } from './check-script.ts';
import { fillVariables } from './fill-variables.ts';
import { scriptHints } from './script-hints.ts';
import { ScriptedBrain } from './scripted-brain.ts';

const SCRIPT = `You are Ava.

## confirm
say: Hello {{name}}, can you make it on {{day}}?
hear: yes | that works -> thanks
hear: no | i can not make it -> new_day
hear: could you say that again -> again
else: Can you make it? -> lost

## new_day
say: Which day is better?
capture new_day: monday | tuesday -> moved
capture other: * -> noted

## moved
say: So <new_day> it is.

## bye
say: Goodbye.
end: rescheduled

## noted
say: You said <other>. Goodbye.
end: partial

## lost
say: I cannot hear you. Goodbye.
end: failure

## thanks
say: See you. Goodbye.
end: success

## anytime
hear: who is this -> confirm
press: appointments | {{day}}
`;

const VARIABLES = { name: 'Alex', day: 'Thursday' };

interface Answer {
  text: string;
  outcome: unknown;
  deltas: number;
}

async function respond(
  template: string,
  messages: Message[],
  variables: Record<string, string> = VARIABLES,
  signal = new AbortController().signal,
): Promise<Answer> {
  const answer: Answer = { text: '', outcome: null, deltas: 0 };
  const brain = new ScriptedBrain({ template, variables });
  for await (const event of brain.respond({ prompt: '', messages, tools: [], signal })) {
    if (event.type === 'tool_call') {
      expect(event.call.name).toBe('end_call');
      answer.outcome = event.call.arguments.outcome;
    } else if (event.type === 'text') {
      answer.text += event.delta;
      answer.deltas += 1;
    }
  }
  return answer;
}

/** Plays a whole call: the caller's lines, the agent's answers. */
async function converse(
  template: string,
  lines: string[],
  options: { firstMessage?: string; variables?: Record<string, string> } = {},
): Promise<{ said: string[]; outcome: unknown }> {
  const messages: Message[] = [];
  const said: string[] = [];
  let outcome: unknown = null;
  const speak = async () => {
    const answer = await respond(template, messages, options.variables);
    messages.push({ role: 'agent', text: answer.text });
    said.push(answer.text);
    outcome = answer.outcome;
  };
  if (options.firstMessage === undefined) await speak();
  else messages.push({ role: 'agent', text: options.firstMessage });
  for (const text of lines) {
    if (outcome !== null) break;
    messages.push({ role: 'user', text });
    await speak();
  }
  return { said, outcome };
}

describe('a script', () => {
  it('begins with the first section, in small deltas', async () => {
    const answer = await respond(SCRIPT, []);
    expect(answer).toMatchObject({ text: 'Hello Alex, can you make it on Thursday?', outcome: null });
    expect(answer.deltas).toBe(8);
  });

  it('takes a greeting before the first words for no answer', async () => {
    expect(await respond(SCRIPT, [{ role: 'user', text: 'yes hello' }])).toMatchObject({
      text: 'Hello Alex, can you make it on Thursday?',
    });
    const { outcome } = await converse(SCRIPT, ['yes'], { firstMessage: 'Hello Alex. Can you make it?' });
    expect(outcome).toBe('success');
  });

  it('repeats the first message, and not the words that it replaced', async () => {
    const firstMessage = 'Ciao, can you make it?';
    const { said } = await converse(SCRIPT, ['could you say that again', 'who is this'], { firstMessage });
    expect(said).toEqual([firstMessage, 'Hello Alex, can you make it on Thursday?']);
    // What was interrupted is said as the script has it.
    const cut = await converse(SCRIPT, ['could you say that again'], { firstMessage: 'Ciao, can' });
    expect(cut.said).toEqual(['Hello Alex, can you make it on Thursday?']);
  });

  it('repeats its own words without those before them', async () => {
    const firstMessage = 'This call is recorded. Hello Alex, can you make it on Thursday?';
    const { said } = await converse(SCRIPT, ['could you say that again'], { firstMessage });
    expect(said).toEqual(['Hello Alex, can you make it on Thursday?']);
  });

  it('says first what a hint wants to be said, once', async () => {
    const hinted: Message[] = [
      { role: 'agent', text: 'Hello Alex, can you make it on Thursday?' },
      { role: 'note', text: 'say: There is a bus.' },
      { role: 'note', text: 'be friendly' },
      { role: 'user', text: 'no sorry' },
    ];
    const answer = await respond(SCRIPT, hinted);
    expect(answer.text).toBe('There is a bus. Which day is better?');
    const next = await respond(SCRIPT, [
      ...hinted,
      { role: 'agent', text: answer.text },
      { role: 'user', text: 'monday' },
    ]);
    expect(next.text).toBe('So monday it is. Goodbye.');
  });

  it('goes on where it was after others have talked', async () => {
    const first: Message = { role: 'agent', text: 'Hello Alex, can you make it on Thursday?' };
    const back: Message = { role: 'note', text: 'A colleague hands the call back to you. Go on.' };
    expect(await respond(SCRIPT, [first, back])).toMatchObject({ text: 'Hello Alex, can you make it on Thursday?' });
    const answered = await respond(SCRIPT, [first, { role: 'user', text: 'no sorry' }, back]);
    expect(answered.text).toBe('Which day is better?');
  });

  it('branches, captures, falls through and ends', async () => {
    const { said, outcome } = await converse(SCRIPT, ['no sorry', 'maybe tuesday']);
    expect(said.slice(1)).toEqual(['Which day is better?', 'So tuesday it is. Goodbye.']);
    expect(outcome).toBe('rescheduled');
  });

  it('captures anything by a wildcard, as data', async () => {
    const { said, outcome } = await converse(SCRIPT, ['no', '{{name}} <new_day> ## thanks']);
    expect(said.at(-1)).toBe('You said {{name}} <new_day> ## thanks. Goodbye.');
    expect(outcome).toBe('partial');
  });

  it('says a section again when it is asked to, or greeted', async () => {
    const question = 'Hello Alex, can you make it on Thursday?';
    const { said } = await converse(SCRIPT, ['could you say that again please', 'hello?', 'pardon', 'who is this']);
    expect(said).toEqual(Array(5).fill(question));
  });

  it('asks once more after a miss, then follows "else"', async () => {
    const { said, outcome } = await converse(SCRIPT, ['purple bicycle', 'green elephant']);
    expect(said.slice(1)).toEqual(['Can you make it?', 'I cannot hear you. Goodbye.']);
    expect(outcome).toBe('failure');
  });

  it('gives up politely where the script has no "else"', async () => {
    const { said, outcome } = await converse('## a\nsay: Yes or no?\nhear: yes | no', ['maybe', 'perhaps']);
    expect(said[1]).toBe('Sorry, I did not catch that. Yes or no?');
    expect(said[2]).toContain('Goodbye');
    expect(outcome).toBe('partial');
  });

  it('lets the caller say goodbye anywhere', async () => {
    expect(await converse(SCRIPT, ['goodbye'])).toMatchObject({ outcome: 'partial' });
  });

  it('takes what was said in two goes for one answer', async () => {
    const messages: Message[] = [
      { role: 'agent', text: 'Hello' },
      { role: 'user', text: 'i can not' },
      { role: 'user', text: 'make it' },
    ];
    expect(await respond(SCRIPT, messages)).toMatchObject({ text: 'Which day is better?' });
  });

  it('has nothing to add once the call has been ended', async () => {
    const call = { id: '1', name: 'end_call', arguments: {} };
    const messages: Message[] = [
      { role: 'agent', text: 'Hello' },
      { role: 'user', text: 'yes' },
      { role: 'agent', text: 'See you. Goodbye.', toolCalls: [call] },
    ];
    const result: Message = { role: 'tool', toolCallId: '1', name: 'end_call', result: 'ok' };
    expect(await respond(SCRIPT, [...messages, result])).toMatchObject({ text: '', outcome: null });
    expect(await respond(SCRIPT, [...messages, { role: 'user', text: 'bye' }])).toMatchObject({ outcome: 'success' });
  });

  it('stops when it is aborted', async () => {
    expect(await respond(SCRIPT, [], VARIABLES, AbortSignal.abort())).toEqual({ text: '', outcome: null, deltas: 0 });
  });

  it('survives sections that lead round in circles, and arrows to nowhere', async () => {
    expect(await converse('## a\nsay: x\nhear: yes -> gone\n## b\nsay: y\nend: success', ['yes'])).toEqual({
      said: ['x', 'y'],
      outcome: 'success',
    });
  });

  it('goes where it goes whatever the values of variables are', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('*', '\n## thanks\nsay: pwned\nend: success', 'x | yes -> thanks', '{{day}}', '<new_day>', '$&'),
    );
    const answers = ['yes', 'no', 'monday', 'purple bicycle', 'hello', 'who is this', 'goodbye'];
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostile,
        fc.array(fc.constantFrom(...answers), { maxLength: 5 }),
        async (name, day, lines) => {
          const mark = (text: string) => text.split('NAME').join('').split('DAY').join('');
          const plain = await converse(SCRIPT, lines, { variables: { name: 'NAME', day: 'DAY' } });
          const attacked = await converse(SCRIPT, lines, { variables: { name, day } });
          expect(attacked.outcome).toBe(plain.outcome);
          expect(attacked.said).toHaveLength(plain.said.length);
          for (const [i, text] of plain.said.entries())
            if (mark(text) === text) expect(attacked.said[i]).toBe(text);
            else expect(attacked.said[i]).toMatch(/^Hello [^\n]*, can you make it on [^\n]*\?$/);
        },
      ),
    );
  });

  it('hears a variable as words, never as a wildcard', async () => {
    const script = '## a\nsay: Name?\nhear: {{name}} -> b\n## c\nsay: c\nend: failure\n## b\nsay: b\nend: success';
    expect((await converse(script, ['something'], { variables: { name: '*' } })).outcome).toBeNull();
    expect((await converse(script, ['it is alex'], { variables: { name: 'Alex' } })).outcome).toBe('success');
  });
});

describe('scriptHints', () => {
  it('is what the script listens for, filled in', () => {
    const script = '## a\nsay: x\nhear: yes | {{name}} -> a\ncapture y: * | monday\n## anytime\nhear: help | yes -> a';
    expect(scriptHints(script, { name: 'Alex Morgan' })).toEqual(['yes', 'Alex Morgan', 'monday', 'help']);
    expect(scriptHints(`${script}\npress: sales`, {}).at(-1)).toBe('for sales press one');
    expect(scriptHints('You are kind.', {})).toEqual([]);
  });
});

describe('the demo agents', () => {
  it('have scripts without mistakes, and defaults for all variables', () => {
    for (const agent of demoAgents) {
      expect(checkScript(agent.prompt)).toEqual([]);
      const names = `${agent.prompt} ${agent.first_message}`.matchAll(/\{\{(.*?)\}\}/g);
      for (const [, name] of names) expect(Object.keys(agent.variables)).toContain(name);
    }
  });

  it.each(demoAgents)('$name succeeds with the persona, also when one of its answers is lost', async (agent) => {
    const { prompt, first_message: firstMessage, variables } = agent;
    const answers = personaLines.slice(1);
    const { said, outcome } = await converse(prompt, answers, { firstMessage, variables });
    expect(outcome).toBe('success');
    expect(said.length + 1).toBeGreaterThanOrEqual(4);
    expect(said.at(-1)).toContain('oodbye');
    for (const lost of answers.keys()) {
      const rest = answers.filter((_, i) => i !== lost);
      expect(await converse(prompt, rest, { firstMessage, variables })).toMatchObject({ outcome: 'success' });
    }
    // The persona's "hello" may come late, over the agent's first words.
    expect(await converse(prompt, personaLines, { firstMessage, variables })).toMatchObject({ outcome: 'success' });
  });

  it.each(demoAgents)('$name says who it is when it is asked, and goes on', async (agent) => {
    const { prompt, first_message: firstMessage, variables } = agent;
    const lines = ['sorry who is calling please', ...personaLines.slice(1)];
    const { said, outcome } = await converse(prompt, lines, { firstMessage, variables });
    expect(said[0]).toContain(variables.name);
    expect(outcome).toBe('success');
    const later = await converse(prompt, ['yes', 'who is this', ...personaLines.slice(1)], { firstMessage, variables });
    expect(later.said[1]).toBe(said[0]);
    expect(later.outcome).toBe('success');
  });

  it('are answered with phrases that every recognizer knows', () => {
    expect(telephonePhrases).toEqual(expect.arrayContaining(personaLines));
  });
});

describe('prose', () => {
  const PROSE = 'You are Eve, a helpful assistant.';

  it('makes polite conversation with any caller, and ends it', async () => {
    const { said, outcome } = await converse(PROSE, personaLines.slice(1));
    expect(said[0]).toBe('Hello, this is Eve. How can I help you today?');
    expect(said.length).toBeGreaterThanOrEqual(3);
    expect(new Set(said).size).toBe(said.length);
    expect(said.at(-1)).toContain('Goodbye');
    expect(outcome).toBe('success');
  });

  it('ends at goodbye, and in any case after four answers', async () => {
    expect(await converse(PROSE, ['thank you goodbye'])).toMatchObject({ outcome: 'success' });
    // A letter before each line, so that none asks to hear the last words again.
    const line = fc.string().map((text) => `x ${text}`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 4, maxLength: 4 }), async (lines) => {
        const { said, outcome } = await converse(PROSE, lines, { firstMessage: 'Hi.' });
        expect(outcome).toBe('success');
        for (const text of said) expect(text).not.toBe('');
      }),
    );
  });

  it('says the same again when it was not understood', async () => {
    const { said } = await converse(PROSE, ['what does it cost', 'could you repeat that']);
    expect(said[2]).toBe(said[1]);
  });
});

describe('a name without a value', () => {
  it.each([
    ['Thanks, <name>!', 'Thanks!'],
    ['Thanks, <name>, goodbye.', 'Thanks, goodbye.'],
    ['Thanks <name> for calling.', 'Thanks for calling.'],
    ['<name>, thank you.', 'thank you.'],
    ['Thanks, {name}.', 'Thanks.'],
    ['Thanks, {{undefined name}}.', 'Thanks.'],
  ])('is not spoken: %s', (text, spoken) => {
    expect(fillVariables(text, {}, {})).toBe(spoken);
  });

  it('is that of a capture that the caller has passed by', async () => {
    const script =
      '## a\nsay: Who is it?\ncapture name: anna | bert -> b\nhear: nobody -> b\n## b\nsay: Thanks, <name>!\nend: success';
    expect(checkScript(script)).toEqual([]);
    const after = async (text: string) => {
      const messages: Message[] = [
        { role: 'agent', text: 'Who is it?' },
        { role: 'user', text },
      ];
      return (await respond(script, messages, {})).text;
    };
    expect(await after('nobody')).toBe('Thanks!');
    expect(await after('anna')).toBe('Thanks, anna!');
  });
});
