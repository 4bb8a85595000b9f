import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { readLevels } from '../testing/tone-text-to-speech.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden, and it is quiet. The second one is larger. Which one would you like?';

/** The agent has been telling its story for a while. */
async function listening(options: TestCallOptions = {}, afterMs = 1500): Promise<TestCall> {
  const call = await TestCall.answered({
    agent: { firstMessage: STORY },
    vad: { onsetMs: 60, hangoverMs: 100 },
    ...options,
  });
  await call.run(afterMs);
  return call;
}

const agentTurns = (call: TestCall) => call.turns.filter(({ role }) => role === 'agent');

describe('words over the agent', () => {
  it('make it quieter within 80 ms, silence it when they are known, and end its turn', async () => {
    const call = await listening({ agent: { firstMessage: 'a'.repeat(200) } });
    const { startMs } = await call.hears('no wait I need something else', 1500, 2000);
    const levelAt = (ms: number): number => Math.abs(call.sent[ms / 20]!.at(-1)!);
    expect(levelAt(startMs + 60)).toBeLessThan(levelAt(startMs - 20) / 2);
    expect(call.lastSentMs(startMs + 1000) - startMs).toBeLessThanOrEqual(320);
    expect(agentTurns(call)[0]).toMatchObject({ interrupted: true, generatedText: 'a'.repeat(200) });
    expect(call.lines).toContain('user: no wait I need something else');
  });

  it('make it quieter within 60 ms where a detector takes 160, and as loud as before when it notices none', async () => {
    const call = await listening({ agent: { firstMessage: 'a'.repeat(200) }, vad: { onsetMs: 160 } });
    const levelAt = (ms: number): number => Math.abs(call.sent[ms / 20]!.at(-1)!);
    const sound = call.say(null, 100);
    await call.run(1000);
    const { startMs } = await call.hears('no wait I need something else', 1500, 2000);
    for (const onsetMs of [sound.startMs, startMs]) {
      expect(levelAt(onsetMs + 40)).toBeLessThan(levelAt(onsetMs - 20) / 2);
      expect(levelAt(onsetMs + 100)).toBe(levelAt(onsetMs + 40));
    }
    expect(levelAt(sound.startMs + 200)).toBe(levelAt(sound.startMs - 20));
  });

  it.each([
    ['wait', 700, 1000],
    ['what is the second one', 200, 700],
  ])('"%s": the agent speaks again when it was silent for a while', async (text, leastMs, mostMs) => {
    const call = await listening();
    const { endMs } = await call.hears(text, 700, 2500);
    const silentSinceMs = call.lastSentMs(endMs + 200);
    const againMs = call.firstSentMs(Math.max(endMs, silentSinceMs));
    expect(againMs - endMs).toBeGreaterThanOrEqual(leastMs);
    expect(againMs - endMs).toBeLessThanOrEqual(mostMs);
    expect(call.lines).toContain(`user: ${text}`);
  });

  it('leave in the transcript and in the model what was heard', async () => {
    const call = await listening();
    const { startMs } = await call.hears('no wait I need something else', 1500, 2000);
    const heard = readLevels(call.sound(0, startMs + 300));
    const { text, endMs } = agentTurns(call)[0]!;
    const said = text.replaceAll(' ', '');
    expect(heard.replaceAll(' ', '').startsWith(said)).toBe(true);
    // At most a part of one more word.
    expect(STORY.slice(text.length).trim().split(' ')[0]).toContain(heard.replaceAll(' ', '').slice(said.length));
    expect(STORY.startsWith(text)).toBe(true);
    expect(endMs).toBe(call.lastSentMs(startMs + 1000));
    expect(call.llm.requests.at(-1)!.messages[0]).toEqual({ role: 'agent', text });
  });

  it('cut at the words that the synthesizer has timed, and give their times', async () => {
    const call = await listening({ tts: { withWords: true } });
    await call.hears('no wait I need something else', 1500, 2000);
    const { text, words, endMs } = agentTurns(call)[0]!;
    expect(STORY.startsWith(text)).toBe(true);
    expect(words!.map((word) => word.text).join(' ')).toBe(text);
    expect(words!.at(-1)!.endMs).toBeLessThanOrEqual(endMs);
    expect(words!.every((word, index) => index === 0 || word.startMs >= words![index - 1]!.endMs)).toBe(true);
  });

  it('stop the model, which goes on from what was heard', async () => {
    const call = await TestCall.answered({ llm: () => STORY });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('which rooms do you have please', 1500, 2500);
    await call.hears('stop there thanks but no', 1200, 2000);
    const { messages } = call.llm.requests.at(-1)!;
    expect(messages.map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'user']);
    expect((messages[2] as { text: string }).text.length).toBeLessThan(STORY.length * 0.6);
  });

  it('are not torn apart by a gap within a sentence', async () => {
    const call = await listening({ stt: { partialDelayMs: 500 } });
    const { finalizeCount } = call.stt.streams[0]!;
    call.say('sorry who is', 600);
    call.say('calling please', 700, 720);
    await call.run(900);
    expect(call.stt.streams[0]!.finalizeCount).toBe(finalizeCount);
    await call.run(3000);
    expect(call.lines).toContain('user: sorry who is calling please');
  });

  it('count without partials, when the voice goes on for 700 ms', async () => {
    const call = await listening({ stt: { partialDelayMs: null, finalDelayMs: 300 } });
    await call.hears('no wait I need something else', 1500, 2000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
    expect(call.lines).toContain('user: no wait I need something else');
  });

  it('count when they come late, after the agent has gone on', async () => {
    const call = await listening({ stt: { partialDelayMs: null, finalDelayMs: 800 } });
    await call.hears('no thanks', 400, 3000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
    expect(call.lines).toContain('user: no thanks');
  });
});

describe('what is not meant as an interruption', () => {
  const backchannels = ['uh-huh', 'okay', 'yeah', 'right', 'mm', 'mm-hmm', 'yeah okay', 'I see'];
  it.each(backchannels)('lets the agent go on: %s', async (text) => {
    const call = await listening();
    await call.hears(text, 400, 6000);
    expect(agentTurns(call)[0]).toMatchObject({ text: STORY, interrupted: false });
    expect(call.lines).toContain(`user: ${text}`);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('lets it say every word of its story without a pause', async () => {
    const call = await listening();
    await call.hears('uh-huh', 400, 6000);
    const said = readLevels(call.sound()).replace(/(.)\1+/g, '$1');
    expect(said.replace(/[^a-z]/gi, '').length).toBeGreaterThanOrEqual(
      STORY.replace(/(.)\1+/g, '$1').replace(/[^a-z]/gi, '').length - 1,
    );
  });

  it('resumes within 700 ms of the end of a noise, and sooner after a click', async () => {
    const noise = await listening();
    const { endMs } = noise.say(null, 300);
    await noise.run(2000);
    expect(noise.firstSentMs(endMs) - endMs).toBeLessThanOrEqual(700);
    const click = await listening({ vad: {} });
    const span = click.say(null, 40);
    await click.run(2000);
    expect(click.firstSentMs(span.endMs) - span.endMs).toBeLessThanOrEqual(250);
  });

  it('says the rest after a noise that was long enough to be words', async () => {
    const call = await listening();
    call.say(null, 1600);
    await call.run(8000);
    const [first, rest] = agentTurns(call);
    expect(first!.interrupted).toBe(true);
    expect(`${first!.text} ${rest!.text}`).toBe(STORY);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('answers nevertheless when a noise came before its first word', async () => {
    const call = await TestCall.answered({ llm: () => ({ text: 'Let me see.', delayMs: 2500 }) });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('I need a room please', 1000, 800);
    call.say(null, 1200);
    await call.run(5000);
    expect(call.lines.slice(1)).toEqual([
      'user: I need a room please',
      'agent: One moment, please.',
      'agent: Let me see.',
    ]);
  });

  it('takes "yeah, but…" for an interruption', async () => {
    const call = await listening();
    await call.hears('yeah but I have a question', 1500, 3000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
  });

  it('takes "yes" over the last word of a question for its answer', async () => {
    const call = await listening(
      { agent: { firstMessage: 'Would you like the room?' }, llm: () => 'It is yours.' },
      700,
    );
    await call.hears('yes', 300, 3000);
    expect(call.lines).toEqual(['agent: Would you like the room?', 'user: yes', 'agent: It is yours.']);
    expect(call.llm.requests[0]!.messages.at(-1)).toEqual({ role: 'user', text: 'yes' });
  });
});

describe('a piece of a backchannel that comes late', () => {
  const late = { partialDelayMs: 900, finalDelayMs: 2000 };
  const pieces = ['I see', 'got it', 'makes sense', 'that makes sense'];
  it.each(pieces)('does not interrupt: %s', async (text) => {
    const call = await listening({ stt: late });
    await call.hears(text, 360, 6000);
    expect(agentTurns(call)[0]).toMatchObject({ text: STORY, interrupted: false });
    expect(call.lines).toContain(`user: ${text}`);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('interrupts when it turns out to be something else', async () => {
    const call = await listening({ stt: late });
    await call.hears('I disagree', 400, 3000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
    expect(call.lines).toContain('user: I disagree');
  });
});

describe('a noisy line', () => {
  it('does not stop the agent', async () => {
    const call = await listening();
    for (let noise = 0; noise < 6; noise += 1) {
      call.say(null, 120);
      await call.run(900);
    }
    await call.run(4000);
    const spoken = call.sent.slice(0, agentTurns(call)[0]!.endMs / 20);
    const pauses = spoken.filter((frame, index) => frame === null && spoken[index - 1] !== null);
    expect(pauses).toHaveLength(0);
    expect(agentTurns(call)[0]).toMatchObject({ text: STORY, interrupted: false });
  });

  it('does not stop the agent for a word that the recognizer takes back', async () => {
    const call = await listening({ vad: {}, stt: { partialDelayMs: 400, finalDelayMs: 100, takesBack: () => true } });
    await call.hears('four', 100, 6000);
    expect(call.lines).toEqual([`agent: ${STORY}`]);
  });

  it('stops the agent for one that the recognizer keeps', async () => {
    const call = await listening({ vad: {}, stt: { partialDelayMs: 400, finalDelayMs: 100 } });
    await call.hears('four', 100, 3000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
    expect(call.lines).toContain('user: four');
  });

  it('still lets words interrupt it', async () => {
    const call = await listening();
    for (let noise = 0; noise < 3; noise += 1) {
      call.say(null, 120);
      await call.run(700);
    }
    const { startMs } = await call.hears('no wait please', 900, 2000);
    expect(call.lastSentMs(startMs + 800) - startMs).toBeLessThanOrEqual(340);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
  });

  it('that never falls silent lets words be heard and answered', async () => {
    const call = await TestCall.answered({ vad: { hangoverMs: 1e9 } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    call.caller.say(null, call.nowMs, 60_000);
    await call.run(1000);
    const { endMs } = call.say('I would like a room', 1500);
    await call.run(6000);
    expect(call.lines.slice(1)).toEqual(['user: I would like a room', 'agent: I see.']);
    expect(call.turns.at(-1)!.startMs - endMs).toBeLessThanOrEqual(600 + 1000);
    expect(call.of('latency')).toEqual([]);
    call.say('with a view please', 1500);
    await call.run(6000);
    expect(call.lines.slice(3)).toEqual(['user: with a view please', 'agent: I see.']);
  });

  it('that crackles all the time lets words be answered', async () => {
    const call = await TestCall.answered();
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    const { endMs } = call.say('I would like a room', 1500);
    for (let atMs = endMs + 300; atMs < endMs + 8000; atMs += 400) call.caller.say(null, atMs, 100);
    await call.run(6000);
    expect(call.lines.slice(1, 2)).toEqual(['user: I would like a room']);
    expect(call.firstSentMs(endMs) - endMs).toBeLessThanOrEqual(3500);
  });

  it('does not cut off a caller who speaks slowly', async () => {
    const call = await TestCall.answered({ stt: { partialDelayMs: 300, finalDelayMs: 300 } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    call.say('I would like a very large room', 7 * 900);
    await call.run(7 * 900 + 3000);
    expect(call.lines.slice(1)).toEqual(['user: I would like a very large room', 'agent: I see.']);
  });

  it('does not cut off a caller whose words are known at the end only', async () => {
    const call = await TestCall.answered({ stt: { partialDelayMs: null, finalDelayMs: 500 } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    const text = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    call.say(text, 9000);
    await call.run(13_000);
    expect(call.lines.slice(1)).toEqual([`user: ${text}`, 'agent: I see.']);
  });
});

describe('words that the recognizer takes back', () => {
  const takesBack = (text: string): boolean => text.startsWith('sorry');

  it('leave the agent with what it had to say', async () => {
    const call = await listening({ stt: { takesBack, finalDelayMs: 100 } });
    const { endMs } = await call.hears('sorry what was that', 1200, 8000);
    const [first, rest] = agentTurns(call);
    expect(`${first!.text} ${rest!.text}`).toBe(STORY);
    expect(rest!.startMs - endMs).toBeLessThanOrEqual(1000);
    expect(call.lines.filter((line) => line.startsWith('user'))).toEqual([]);
  });
});

describe('a slow recognizer', () => {
  it('has its words filed, though the agent has long gone on', async () => {
    const call = await listening({ stt: { partialDelayMs: null, finalDelayMs: 2000 } });
    await call.hears('okay', 300, 5000);
    expect(call.lines).toContain('user: okay');
    expect(agentTurns(call)[0]).toMatchObject({ text: STORY, interrupted: false });
  });
});

describe('a pause', () => {
  it('fades out within a frame', async () => {
    const call = await listening();
    const { startMs } = call.say('no wait I need something else', 1500);
    await call.run(500);
    const last = call.sent[call.lastSentMs(startMs + 400) / 20 - 1]!;
    expect(Math.abs(last.at(-1)!)).toBeLessThan(50);
  });

  it('that comes before the first word holds the answer back', async () => {
    const call = await TestCall.answered({ llm: () => ({ text: 'Let me see.', delayMs: 1000 }) });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('I need a room', 1000, 900);
    await call.hears('for two people', 1000, 5000);
    expect(call.lines.slice(1)).toEqual(['user: I need a room', 'user: for two people', 'agent: Let me see.']);
    expect(call.llm.requests.at(-1)!.messages.at(-1)).toEqual({ role: 'user', text: 'I need a room for two people' });
  });
});

describe('a turn of the agent that is cut short', () => {
  it('was interrupted when the caller spoke over it', async () => {
    const call = await listening();
    await call.hears('no wait I need something else', 1500, 2000);
    expect(agentTurns(call)[0]!.interrupted).toBe(true);
  });

  it.each([
    ['hangs up', (call: TestCall) => call.conversation.hangUp('user_hangup')],
    ['is cut off by a timer', (call: TestCall) => call.conversation.hangUp('max_duration')],
    ['is taken over', (call: TestCall) => call.conversation.standBy('a supervisor')],
  ])('was not when the caller only %s', async (_, happens) => {
    const call = await listening();
    happens(call);
    await call.run(500);
    expect(agentTurns(call)[0]).toMatchObject({ interrupted: false, generatedText: STORY });
  });

  it('was not by a noise that came and went before', async () => {
    const call = await listening();
    call.say(null, 200);
    await call.run(2500);
    call.conversation.hangUp('user_hangup');
    await call.run(500);
    expect(agentTurns(call)[0]!.interrupted).toBe(false);
  });

  it('was not by words that were said before it and became known later', async () => {
    const call = await TestCall.answered({
      agent: { firstMessage: STORY, direction: 'outbound' },
      stt: { partialDelayMs: null, finalDelayMs: 1500, tellsTimes: true },
    });
    await call.hears('stop calling me', 700, 6000);
    expect(agentTurns(call)[0]!.interrupted).toBe(false);
  });
});
