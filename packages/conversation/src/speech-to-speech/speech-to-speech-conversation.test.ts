import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import type { ModelScript } from '../testing/scripted-speech-to-speech.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { readLevels } from '../testing/tone-text-to-speech.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden. The second one is larger. Which one do you like?';

const answered = (model: ModelScript = () => 'I see.', options: TestCallOptions = {}): Promise<TestCall> =>
  TestCall.answered({ model, ...options });

async function greeted(model?: ModelScript, options?: TestCallOptions): Promise<TestCall> {
  const call = await answered(model, options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

const plain = (text: string): string => text.replaceAll(' ', '');

describe('the first message', () => {
  it('is said word for word, and is there at once when it was prepared', async () => {
    const call = await answered(undefined, { prepare: true, speaking: { delayMs: 0 } });
    await call.run(100);
    expect(call.firstSentMs()).toBeLessThanOrEqual(20);
    await call.runUntilAgentIsSilent();
    expect(call.lines).toEqual(['agent: Hello, this is Ann from Example Dental.']);
    expect(call.session.said).toEqual(['Hello, this is Ann from Example Dental.']);
    expect(call.of('warning')).toEqual([]);
  });

  it('that the model changes is noted', async () => {
    const call = await answered(undefined, { speaking: { saying: () => ({ text: 'Hi, what is up?' }) } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    expect(call.of('warning').map(({ code }) => code)).toEqual(['first_message_changed']);
  });

  it('that comes behind a filler is not taken for a changed one', async () => {
    const call = await answered(undefined, { speaking: { delayMs: 2500 } });
    await call.run(7000);
    expect(call.lines).toEqual(['agent: One moment, please.', 'agent: Hello, this is Ann from Example Dental.']);
    expect(call.of('warning')).toEqual([]);
  });

  it('of a model that opens the call is its own', async () => {
    const call = await answered(() => 'Good morning!', { agent: { firstMessage: null, direction: 'outbound' } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    expect(call.lines).toEqual(['agent: Good morning!']);
    expect(call.firstSentMs()).toBeGreaterThanOrEqual(700);
  });
});

describe('a turn of the caller', () => {
  it('is answered, with both transcripts, times and tokens', async () => {
    const call = await greeted(({ heard }) => `You said ${heard}.`);
    const span = await call.hears('two large pizzas', 900, 3000);
    const { usage, turns, latency } = await call.finish();
    expect(call.lines).toEqual([
      'agent: Hello, this is Ann from Example Dental.',
      'user: two large pizzas',
      'agent: You said two large pizzas.',
    ]);
    expect(turns[1]).toMatchObject({ startMs: span.startMs, endMs: span.endMs });
    expect(turns[2]!.response!.responseMs).toBe(turns[2]!.startMs + 20 - span.endMs);
    expect(latency.responseMs).toEqual([turns[2]!.response!.responseMs]);
    expect(usage.model).toEqual([
      {
        ...{ name: 'scripted-s2s', inputTokens: 200, cachedInputTokens: 40, outputTokens: 100 },
        audio: { inputTokens: 160, cachedInputTokens: 20, outputTokens: 80 },
      },
    ]);
    expect(usage.transcriber).toEqual([{ name: 'scripted-s2s/scripted-stt', audioMs: expect.any(Number) }]);
    expect(usage.transcriber[0]!.audioMs).toBeGreaterThanOrEqual(900);
  });

  it('whose words come late is in its place', async () => {
    const call = await greeted(({ heard }) => `You said ${heard}.`, { speaking: { textDelayMs: 2500 } });
    await call.hears('two large pizzas', 900, 5000);
    expect(call.turns.at(-1)!.role).toBe('user');
    const { turns } = await call.finish();
    expect(turns.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  });

  it('without words is in the transcript as unintelligible', async () => {
    const call = await greeted(() => 'Pardon?');
    await call.hears('', 900, 3000);
    expect(call.turns[1]).toMatchObject({ role: 'user', text: '', unintelligible: true });
  });

  it('that the end of the call cuts off is filed', async () => {
    const call = await greeted();
    await call.hears('I have to go', 800, 100);
    call.conversation.hangUp('user_hangup');
    const { turns } = await call.finish();
    expect(turns.at(-1)).toMatchObject({ role: 'user', text: 'I have to go' });
  });
});

describe('audio at another rate', () => {
  it('is brought to the telephone’s', async () => {
    const high = { inputRateHz: 16_000, outputRateHz: 24_000 } as const;
    const call = await greeted(({ heard }) => `You said ${heard}.`, {
      speaking: { capabilities: { rates: { 8000: high, 16000: high } } },
    });
    await call.hears('two large pizzas', 900, 3000);
    const [turn] = call.turns.slice(-1);
    expect(turn).toMatchObject({ role: 'agent', text: 'You said two large pizzas.' });
    const expectedMs = turn!.text.length * 40;
    expect(Math.abs(turn!.endMs - turn!.startMs - expectedMs)).toBeLessThanOrEqual(40);
  });
});

describe('an interruption', () => {
  async function interrupted(options: TestCallOptions = {}) {
    const call = await answered(({ heard }) => (heard ? `About ${heard}.` : STORY), {
      agent: { firstMessage: STORY },
      vad: { onsetMs: 60, hangoverMs: 100 },
      ...options,
    });
    await call.run(2500);
    const span = await call.hears('no wait', 900, 3000);
    return { call, span };
  }

  it('silences the agent at once, and cuts the item where the caller stopped it', async () => {
    const { call, span } = await interrupted();
    expect(call.lastSentMs(span.startMs + 700) - span.startMs).toBeLessThanOrEqual(120);
    const heard = readLevels(call.sound(0, span.startMs + 60));
    const [turn] = call.turns;
    expect(turn).toMatchObject({ role: 'agent', interrupted: true, generatedText: STORY });
    expect(plain(heard).startsWith(plain(turn!.text))).toBe(true);
    expect(turn!.text.length).toBeGreaterThan(20);
    const [cut] = call.session.cuts;
    expect(cut).toMatchObject({ text: turn!.text });
    expect(Math.abs(cut!.heardMs - (turn!.endMs - turn!.startMs))).toBeLessThanOrEqual(40);
    expect(call.lines.slice(1)).toEqual(['user: no wait', 'agent: About no wait.']);
  });

  it('by a cough is none: the agent goes on with the same word', async () => {
    const call = await answered(undefined, {
      agent: { firstMessage: STORY },
      speaking: { isDeaf: true },
    });
    await call.run(2000);
    call.say(null, 120);
    await call.runUntilAgentSpeaks();
    await call.runUntil(() => call.turns.length > 0);
    expect(call.turns[0]).toMatchObject({ text: STORY, interrupted: false });
    expect(call.session.cuts).toEqual([]);
  });

  it('that the model has not heard is followed by what was left', async () => {
    const call = await answered(({ hint }) => (hint ? 'Where was I?' : ''), {
      agent: { firstMessage: STORY },
      speaking: { isDeaf: true },
    });
    await call.run(2000);
    await call.hears('hm', 600, 3000);
    expect(call.turns[0]).toMatchObject({ interrupted: true });
    expect(call.lines.at(-1)).toBe('agent: Where was I?');
  });

  it('by a key is reported to the model', async () => {
    const call = await answered(({ hint }) => `Yes: ${hint}`, { agent: { firstMessage: STORY } });
    await call.run(2000);
    call.conversation.dtmf('4');
    await call.run(500);
    call.conversation.dtmf('2');
    await call.run(3000);
    expect(call.turns.find(({ role }) => role === 'user')).toMatchObject({ text: '[keys: 42]' });
    expect(call.session.hints[0]).toContain('42');
  });
});

describe('tools', () => {
  const lookUp = { name: 'look_up', description: 'Looks up an order.', parameters: { type: 'object', properties: {} } };
  const callOf = (name: string, args: Record<string, unknown> = {}) => ({ id: `c_${name}`, name, arguments: args });

  it('are run, and the model goes on with their results', async () => {
    const call = await greeted(
      ({ results }) =>
        results.length > 0 ? `It is ${results[0]}.` : { text: 'One second.', calls: [callOf('look_up')] },
      { agent: { tools: [lookUp] }, runTool: async () => 'on its way' },
    );
    await call.hears('where is my order', 900, 4000);
    expect(call.lines).toEqual([
      'agent: Hello, this is Ann from Example Dental.',
      'user: where is my order',
      'tool: on its way',
      'agent: One second.',
      'agent: It is on its way.',
    ]);
    expect(call.session.results).toEqual([{ call: callOf('look_up'), result: 'on its way' }]);
  });

  it('that take their time are bridged', async () => {
    const call = await greeted(({ results }) => (results.length > 0 ? 'Done.' : { calls: [callOf('look_up')] }), {
      agent: { tools: [lookUp] },
      runTool: async () => {
        await call.time.sleep(4000);
        return 'fine';
      },
    });
    await call.hears('where is my order', 900, 9000);
    expect(call.lines.slice(2)).toEqual(['agent: One moment, please.', 'tool: fine', 'agent: Done.']);
  });

  it('end the call behind the last word', async () => {
    const call = await greeted(() => ({ text: 'Goodbye then.', calls: [callOf('end_call', { outcome: 'sold' })] }));
    await call.hears('that is all', 900, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'agent_hangup' }]);
    expect(call.lines.at(-1)).toBe('agent: Goodbye then.');
    expect((await call.finish()).outcomeHint).toBe('sold');
  });

  it('that end the call as the first act say something first', async () => {
    const call = await greeted(() => ({ calls: [callOf('end_call', { farewell: 'So long.' })] }));
    await call.hears('that is all', 900, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.at(-1)).toBe('agent: So long.');
  });

  it('that end the call do not when the caller goes on talking', async () => {
    const call = await greeted(({ heard }) =>
      heard === 'that is all' ? { text: STORY, calls: [callOf('end_call')] } : 'Of course.',
    );
    await call.hears('that is all', 900, 1500);
    await call.hears('wait one more thing', 900, 3000);
    expect(call.of('hangup')).toEqual([]);
    expect(call.lines.at(-1)).toBe('agent: Of course.');
  });

  it('press keys and transfer behind the last word', async () => {
    const call = await greeted(
      ({ heard }) =>
        heard === 'keys'
          ? { text: 'Pressing.', calls: [callOf('send_dtmf', { digits: '12' })] }
          : { text: 'I connect you.', calls: [callOf('transfer_call', { destination: 'sales' })] },
      {
        agent: {
          tools: [
            { ...lookUp, name: 'send_dtmf' },
            { ...lookUp, name: 'transfer_call' },
          ],
        },
      },
    );
    await call.hears('keys', 600, 2500);
    expect(call.of('send_dtmf')).toEqual([{ type: 'send_dtmf', digits: '12' }]);
    await call.hears('sales please', 600, 2500);
    expect(call.of('transfer')).toEqual([{ type: 'transfer', to: 'sales' }]);
    call.conversation.transferFailed('busy');
    await call.run(200);
    expect(call.session.results.at(-1)!.result).toBe('The transfer failed: busy');
  });

  it('that transfer leave the caller with what rings there, until that has failed', async () => {
    const call = await greeted(
      ({ results }) =>
        results.length > 0
          ? 'Nobody is there.'
          : { text: 'I connect you.', calls: [callOf('transfer_call', { destination: 'sales' })] },
      { agent: { tools: [{ ...lookUp, name: 'transfer_call' }] } },
    );
    await call.hears('sales please', 600, 38_000);
    expect(call.lines.at(-1)).toBe('agent: I connect you.');
    expect(call.of('hangup')).toEqual([]);
    call.conversation.transferFailed('busy');
    await call.run(2000);
    expect(call.lines.slice(-2)).toEqual(['tool: The transfer failed: busy', 'agent: Nobody is there.']);
  });

  it('without end are stopped', async () => {
    const call = await greeted(() => ({ calls: [callOf('look_up')] }), {
      agent: { tools: [lookUp] },
      runTool: async () => 'again',
    });
    await call.hears('hello', 600, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')[0]!.endReason).toBe('llm_error');
    expect(call.lines.at(-1)).toContain('technical difficulties');
  });
});

describe('silence', () => {
  it('is broken by reminders, and ends the call', async () => {
    const call = await greeted();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.slice(1)).toEqual([
      'agent: Are you still there?',
      'agent: Are you still there?',
      'agent: I will let you go. Goodbye.',
    ]);
    expect(call.of('hangup')[0]!.endReason).toBe('silence_timeout');
  });
});

describe('a model that does not answer', () => {
  it('is asked again with the dialogue so far, behind a filler', async () => {
    let asked = 0;
    const call = await greeted(({ heard }) => (asked++ === 0 ? { stallsAfter: 0 } : `Sorry: ${heard}`));
    const { endMs } = await call.hears('two large pizzas', 900, 6000);
    expect(call.speakingModels[0]!.sessions).toHaveLength(2);
    expect(call.session.history).toEqual([
      { role: 'agent', text: 'Hello, this is Ann from Example Dental.' },
      { role: 'user', text: 'two large pizzas' },
    ]);
    expect(call.lines.slice(2)).toEqual(['agent: One moment, please.', 'agent: Sorry:']);
    expect(call.firstSentMs(endMs) - endMs).toBeLessThan(2500);
    expect(call.of('warning').map(({ code }) => code)).toEqual(['llm_reopened']);
    expect(call.of('hangup')).toEqual([]);
  });

  it('at all ends the call with an apology, in another voice', async () => {
    const call = await greeted(() => ({ stallsAfter: 0 }));
    const { endMs } = await call.hears('two large pizzas', 900, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')[0]!.endReason).toBe('llm_error');
    expect(call.lines.slice(2)).toEqual([
      'agent: One moment, please.',
      "agent: I'm still on it.",
      "agent: Sorry, I'm having technical difficulties. Goodbye.",
    ]);
    expect(call.turns.at(-1)!.startMs - endMs).toBeLessThan(8000);
    expect(call.tts.requests.length).toBeGreaterThan(0);
  });

  it('is not given more time by what the caller says meanwhile', async () => {
    const call = await greeted(() => ({ stallsAfter: 0 }));
    const { endMs } = await call.hears('two large pizzas', 900, 2600);
    await call.hears('hello', 400, 3000);
    await call.hears('hello', 400, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.nowMs - endMs).toBeLessThan(14_000);
  });

  it('with a word is asked once more', async () => {
    let asked = 0;
    const call = await greeted(() => (asked++ === 0 ? {} : 'Here I am.'));
    await call.hears('two large pizzas', 900, 3000);
    expect(call.lines.at(-1)).toBe('agent: Here I am.');
    expect(call.speakingModels[0]!.sessions).toHaveLength(1);
  });

  it('in the middle of a sentence goes on in another session, without repeating what was heard', async () => {
    let asked = 0;
    const call = await greeted(() => (asked++ === 0 ? { text: STORY, stallsAfter: 30 } : 'It looks at the garden.'));
    await call.hears('which rooms', 900, 8000);
    expect(call.lines.slice(2)).toEqual([
      'agent: We have three rooms left. The',
      'agent: One moment, please.',
      'agent: It looks at the garden.',
    ]);
    expect(call.session.hints[0]).toContain('Go on where you stopped');
  });
});

describe('a session that breaks', () => {
  it('in the middle of a sentence is opened again, and the model goes on', async () => {
    let asked = 0;
    const call = await greeted(() => (asked++ === 0 ? { text: STORY, breaksAfter: 30 } : 'It looks at the garden.'));
    await call.hears('which rooms', 900, 6000);
    expect(call.lines.slice(2)).toEqual(['agent: We have three rooms left. The', 'agent: It looks at the garden.']);
    expect(call.of('warning').map(({ code }) => code)).toEqual(['llm_reopened']);
  });

  it('again and again gives the call to the next model', async () => {
    const call = await greeted(() => ({ breaksAfter: 0 }), { nextSpeakingModel: () => 'Here I am.' });
    await call.hears('which rooms', 900, 4000);
    expect(call.lines.at(-1)).toBe('agent: Here I am.');
    expect(call.of('warning').map(({ code }) => code)).toEqual(['llm_reopened', 'llm_fallback']);
  });

  it('while the caller speaks hears them out', async () => {
    const call = await greeted(({ heard }) => `You said ${heard}.`);
    call.say('two large pizzas', 1200);
    await call.run(400);
    call.session.fail();
    await call.run(4000);
    expect(call.speakingModels[0]!.sessions).toHaveLength(2);
    expect(call.lines.at(-1)).toContain('You said');
  });

  it('before the caller’s words are known knows at least that they spoke', async () => {
    const call = await greeted(() => 'Pardon?', { speaking: { textDelayMs: 60_000 } });
    await call.hears('two large pizzas', 900, 600);
    call.session.fail();
    await call.run(4000);
    expect(call.turns[1]).toMatchObject({ role: 'user', text: '', unintelligible: true });
    expect(call.lines.at(-1)).toBe('agent: Pardon?');
  });

  it('is refused for good: the caller hears an apology', async () => {
    const refusal = new ProviderError('llm', 'scripted-s2s', '401 no such key', { retryable: false });
    const call = await answered(undefined, { speaking: { openFailure: () => refusal } });
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines).toEqual(["agent: Sorry, I'm having technical difficulties. Goodbye."]);
    expect(call.of('hangup')[0]!.endReason).toBe('llm_error');
  });

  it('before the call is answered is opened again', async () => {
    const failure = new ProviderError('llm', 'scripted-s2s', 'overloaded', { retryable: true, retryAfterMs: 500 });
    const openFailure = (attempt: number) => (attempt === 0 ? failure : null);
    const call = new TestCall({ model: () => 'I see.', speaking: { openFailure } });
    void call.conversation.start(8000);
    await call.run(4000);
    expect(call.lines).toContain('agent: Hello, this is Ann from Example Dental.');
  });
});

describe('a colleague who takes over', () => {
  it('silences the model, which listens and then goes on', async () => {
    const call = await answered(({ hint }) => (hint ? 'Thank you.' : 'I see.'), { agent: { firstMessage: STORY } });
    await call.run(2000);
    call.conversation.standBy('Sam');
    await call.hears('this is for Sam', 900, 3000);
    expect(call.session.listensOnly).toBe(true);
    expect(call.isAgentSpeaking).toBe(false);
    call.conversation.resume();
    await call.run(2500);
    expect(call.session.listensOnly).toBe(false);
    expect(call.lines.slice(1)).toEqual(['user: this is for Sam', 'tool: ', 'agent: Thank you.']);
    expect(call.turns[0]).toMatchObject({ interrupted: false });
  });

  it('can whisper to it', async () => {
    const call = await greeted();
    call.conversation.whisper('Offer a discount.');
    expect(call.session.notes).toEqual(['Offer a discount.']);
  });
});

describe('an outbound call', () => {
  const outbound = { direction: 'outbound' } as const;

  it('is opened behind the greeting, once', async () => {
    const call = await answered(() => 'Unasked.', { agent: outbound, prepare: true });
    await call.run(200);
    await call.hears('hello', 500, 4000);
    expect(call.lines).toEqual(['user: hello', 'agent: Hello, this is Ann from Example Dental.']);
    expect(call.of('answered_by')).toEqual([{ type: 'answered_by', who: 'human' }]);
  });

  it('to an answering machine is hung up', async () => {
    const call = await answered(undefined, { agent: outbound });
    await call.run(200);
    await call.hears('please leave a message after the tone', 2600, 1500);
    expect(call.of('answered_by').at(-1)).toEqual({ type: 'answered_by', who: 'voicemail' });
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'voicemail' }]);
  });

  it('to an answering machine leaves a message behind the announcement', async () => {
    const voicemail = { action: 'message', message: 'Please call us back.', detect: true } as const;
    const call = await answered(() => 'Unasked.', { agent: { ...outbound, voicemail }, prepare: true });
    await call.run(200);
    await call.hears('please leave a message after the tone', 2600, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.at(-1)).toBe('agent: Please call us back.');
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'voicemail' }]);
  });

  it('that is not wanted is never made again', async () => {
    const call = await answered(undefined, { agent: outbound });
    await call.run(200);
    await call.hears('hello', 500, 3500);
    await call.hears('stop calling me', 900, 100);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')[0]!.endReason).toBe('opted_out');
    expect(call.lines.at(-1)).toContain("we won't call you again");
    expect((await call.finish()).outcomeHint).toBe('opted_out');
  });
});

describe('the end', () => {
  it('of the host is announced in a pause', async () => {
    const call = await greeted();
    call.conversation.takeLeave();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.at(-1)).toBe("agent: I'm sorry, I have to end our call here. Goodbye.");
    expect(call.of('hangup')[0]!.endReason).toBe('interrupted_by_restart');
  });

  it('in mid-sentence leaves what was heard, not interrupted, and closes everything', async () => {
    const call = await answered(undefined, { agent: { firstMessage: STORY } });
    await call.run(2000);
    call.conversation.hangUp('user_hangup');
    const { turns } = await call.finish();
    expect(turns).toHaveLength(1);
    expect(turns[0]!.interrupted).toBe(false);
    expect(STORY.startsWith(turns[0]!.text)).toBe(true);
    expect(call.session.isClosed).toBe(true);
    expect(call.vad.isClosed).toBe(true);
  });

  it('by a fault of our own is one', async () => {
    const call = await answered(undefined, { agent: { firstMessage: STORY } });
    call.session.cancel = () => {
      throw new Error('a bug');
    };
    await call.run(2000);
    call.conversation.dtmf('1');
    await call.run(100);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'internal_error' }]);
  });
});
