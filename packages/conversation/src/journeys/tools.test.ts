import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { settle } from '../testing/virtual-time.ts';

const tool = (name: string) => ({ name, description: '', parameters: {} });
const TOOLS = ['lookup', 'transfer_call', 'send_dtmf'].map(tool);

async function asked(options: TestCallOptions): Promise<TestCall> {
  const call = await TestCall.answered({ ...options, agent: { tools: TOOLS, ...options.agent } });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears('please look that up for me', 1200, 0);
  return call;
}

const lookup = { id: 'l1', name: 'lookup', arguments: { day: 'Tuesday' } };

describe("the agent's own tools", () => {
  it('run while the agent speaks; the model goes on from their results', async () => {
    const call = await asked({
      llm: (messages) =>
        messages.at(-1)!.role === 'tool' ? 'Tuesday is free.' : { text: 'Let me check that.', toolCalls: [lookup] },
      runTool: async (called) => `free on ${called.arguments.day}`,
    });
    await call.run(4000);
    expect(call.lines.slice(2)).toEqual([
      'tool: free on Tuesday',
      'agent: Let me check that.',
      'agent: Tuesday is free.',
    ]);
    expect((await call.finish()).turns.map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'tool', 'agent']);
    expect(call.llm.requests.at(-1)!.messages.slice(-2)).toEqual([
      { role: 'agent', text: 'Let me check that.', toolCalls: [lookup] },
      { role: 'tool', toolCallId: 'l1', name: 'lookup', result: 'free on Tuesday' },
    ]);
  });

  it('are gone on from without a gap, when they are faster than the words that announce them', async () => {
    const call = await asked({
      llm: (messages) =>
        messages.at(-1)!.role === 'tool'
          ? { text: 'Tuesday is free.', delayMs: 500 }
          : { text: 'Let me check that for you.', toolCalls: [lookup] },
      runTool: async () => 'free',
    });
    await call.run(4000);
    const [announcement, answer] = call.turns.filter(({ role }) => role === 'agent').slice(-2);
    expect(answer!.text).toBe('Tuesday is free.');
    expect(answer!.startMs - announcement!.endMs).toBeLessThanOrEqual(40);
    expect(call.llm.requests).toHaveLength(2);
  });

  it('may change during the call', async () => {
    const call = await asked({ llm: () => 'Of course.' });
    await call.run(3000);
    call.conversation.useTools([tool('book')]);
    await call.hears('and book it please', 900, 3000);
    const offered = call.llm.requests.map(({ tools }) => tools.map(({ name }) => name));
    expect(offered[0]).toContain('lookup');
    expect(offered.at(-1)).toEqual(['book', 'end_call']);
  });

  it('that are slow are explained', async () => {
    const slow = Promise.withResolvers<string>();
    const call = await asked({
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'Tuesday is free.' : { toolCalls: [lookup] }),
      runTool: () => slow.promise,
    });
    await call.run(4000);
    expect(call.lines.at(-1)).toBe('agent: One moment, please.');
    slow.resolve('free');
    await call.run(2000);
    expect(call.lines.at(-1)).toBe('agent: Tuesday is free.');
  });

  it('that are slow are explained in words of their own, where they have some', async () => {
    const call = await asked({
      agent: { tools: [{ ...tool('lookup'), say: 'I look into the calendar.' }] },
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'Tuesday is free.' : { toolCalls: [lookup] }),
      runTool: () => new Promise(() => undefined),
    });
    await call.run(4000);
    expect(call.lines.at(-1)).toBe('agent: I look into the calendar.');
  });

  it('are reported when they begin, and say whether they failed', async () => {
    const call = await asked({
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'Sorry.' : { toolCalls: [lookup] }),
      runTool: async () => ({ text: 'HTTP 500', isError: true }),
    });
    await call.runUntil(() => call.lines.at(-1) === 'agent: Sorry.');
    const { startMs, tool: used } = call.turns.find(({ role }) => role === 'tool')!;
    expect(call.of('tool_started')).toEqual([
      { type: 'tool_started', name: 'lookup', arguments: { day: 'Tuesday' }, startMs },
    ]);
    expect(used).toEqual({ name: 'lookup', arguments: { day: 'Tuesday' }, result: 'HTTP 500', error: true });
  });

  it('change the prompt of the next request with what they have found', async () => {
    const call = await asked({
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'Hello Ann.' : { toolCalls: [lookup] }),
      runTool: async () => ({ text: '{}', prompt: 'You talk with Ann.' }),
    });
    await call.runUntil(() => call.lines.at(-1) === 'agent: Hello Ann.');
    expect(call.llm.requests.at(-1)!.prompt).toBe('You talk with Ann.');
    expect(call.llm.requests.at(-2)!.prompt).not.toBe('You talk with Ann.');
  });

  it('that fail, hang or do not exist are reported to the model', async () => {
    const results: string[] = [];
    for (const [name, runTool] of [
      ['lookup', () => Promise.reject(new Error('no such day'))],
      ['lookup', () => new Promise<string>(() => undefined)],
      ['imaginary', async () => 'never'],
    ] as const) {
      const call = await asked({
        llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'Sorry.' : { toolCalls: [{ ...lookup, name }] }),
        runTool,
      });
      await call.runUntil(() => call.lines.at(-1) === 'agent: Sorry.');
      results.push(call.turns.find(({ role }) => role === 'tool')!.tool!.result!);
    }
    expect(results).toEqual([
      'Error: no such day',
      'Error: the tool did not answer in time.',
      'Error: There is no tool "imaginary".',
    ]);
  });

  it('that take long leave neither the caller in silence, nor the model with words that are not its own', async () => {
    const slow = Promise.withResolvers<string>();
    const call = await asked({
      llm: (messages) =>
        messages.some(({ role }) => role === 'tool') ? 'Done.' : { text: 'I will book it.', toolCalls: [lookup] },
      runTool: () => slow.promise,
    });
    await call.run(12_000);
    slow.resolve('booked');
    await call.runUntil(() => call.lines.at(-1) === 'agent: Done.');
    const turns = call.turns.filter(({ role }) => role === 'agent');
    const said = turns.slice(turns.findIndex(({ text }) => text === 'I will book it.'));
    const fillers = said.slice(1, -1).map(({ text }) => text);
    expect(fillers).toEqual(['One moment, please.', ...Array(fillers.length - 1).fill("I'm still on it.")]);
    for (const [index, { startMs }] of said.slice(1).entries())
      expect(startMs - said[index]!.endMs).toBeLessThanOrEqual(2500);
    expect(call.llm.requests.at(-1)!.messages.at(-1)).toMatchObject({ role: 'tool', result: 'booked' });
  });

  it('finish although the caller goes on, and the model knows before it answers', async () => {
    const slow = Promise.withResolvers<string>();
    const call = await asked({
      llm: (messages) =>
        messages.some(({ role }) => role === 'tool') ? 'Done.' : { text: 'I will book it.', toolCalls: [lookup] },
      runTool: () => slow.promise,
    });
    await call.run(2500);
    await call.hears('and please hurry up a bit', 1200, 1500);
    expect(call.llm.requests).toHaveLength(1);
    slow.resolve('booked');
    await settle();
    await call.run(2000);
    expect(call.llm.requests.at(-1)!.messages.slice(-2)).toEqual([
      { role: 'tool', toolCallId: 'l1', name: 'lookup', result: 'booked' },
      { role: 'user', text: 'and please hurry up a bit' },
    ]);
    expect(call.lines.at(-1)).toBe('agent: Done.');
  });

  it('run with arguments that fit their schema, and with no others', async () => {
    const ran: unknown[] = [];
    const schema = {
      type: 'object',
      properties: { day: { type: 'string', enum: ['Monday', 'Tuesday'] } },
      required: ['day'],
    };
    const call = await asked({
      agent: { tools: [{ ...tool('lookup'), parameters: schema }] },
      llm: (_, attempt) => {
        if (attempt === 1) return { toolCalls: [{ ...lookup, arguments: { day: 'Sunday' } }] };
        return attempt === 2 ? { toolCalls: [{ ...lookup, id: 'l2' }] } : 'Tuesday is free.';
      },
      runTool: async ({ arguments: args }) => {
        ran.push(args);
        return 'free';
      },
    });
    await call.run(3000);
    expect(call.lines).toContain('tool: Error: "day" must be one of "Monday", "Tuesday".');
    expect(ran).toEqual([{ day: 'Tuesday' }]);
    expect(call.lines.at(-1)).toBe('agent: Tuesday is free.');
  });

  it('do not go round for ever', async () => {
    const call = await asked({
      llm: (_, attempt) => ({ toolCalls: [{ ...lookup, id: String(attempt) }] }),
      runTool: async () => 'again',
    });
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.llm.requests.length).toBeLessThan(12);
    expect(call.of('warning')).toMatchObject([{ message: expect.stringContaining('8 times in a row') }]);
    expect(call.of('hangup')).toMatchObject([{ endReason: 'llm_error' }]);
    expect(call.lines.at(-1)).toContain('technical difficulties');
  });
});

describe('transfer', () => {
  const transfer = { id: 't1', name: 'transfer_call', arguments: { destination: 'Sales' } };
  const transferring = () =>
    asked({
      llm: (messages) =>
        messages.at(-1)!.role === 'tool'
          ? 'Nobody is there.'
          : { text: 'I will put you through.', toolCalls: [transfer] },
    });

  it('follows the words that announce it', async () => {
    const call = await transferring();
    await call.runUntil(() => call.of('transfer').length > 0);
    expect(call.lines.at(-1)).toBe('agent: I will put you through.');
    expect(call.of('transfer')).toEqual([{ type: 'transfer', to: 'Sales' }]);
    call.conversation.hangUp('transferred');
    const { turns } = await call.finish();
    expect(turns.at(-1)).toMatchObject({
      role: 'tool',
      tool: { name: 'transfer_call', result: 'The call was transferred.' },
    });
  });

  it('that fails is reported to the caller', async () => {
    const call = await transferring();
    await call.runUntil(() => call.of('transfer').length > 0);
    await call.run(3000);
    call.conversation.transferFailed('busy');
    await call.run(2000);
    expect(call.lines.at(-1)).toBe('agent: Nobody is there.');
  });

  it('that has the person join is reported, and the agent introduces them; it knows when they leave', async () => {
    const call = await transferring();
    await call.runUntil(() => call.of('transfer').length > 0);
    call.conversation.personJoined();
    await call.run(2000);
    expect(call.lines.at(-1)).toBe('agent: Nobody is there.');
    const [joined] = call.of('turn').filter(({ turn }) => turn.role === 'tool');
    expect(joined?.turn.tool?.result).toContain('Introduce them');
    call.conversation.personLeft();
    await call.hears('are you still there', 1200, 3000);
    expect(JSON.stringify(call.llm.requests.at(-1))).toContain('has left the call');
  });

  it('does not happen to a caller who objects to it', async () => {
    const dtmf = { id: 'd1', name: 'send_dtmf', arguments: { digits: '1' } };
    const call = await asked({
      llm: (messages) =>
        messages.some(({ role }) => role === 'tool')
          ? { text: 'Fine.', toolCalls: [dtmf] }
          : { text: 'I will put you through.', toolCalls: [transfer] },
    });
    await call.runUntilAgentSpeaks();
    await call.hears('no please do not do that', 1200, 3000);
    expect(call.lines).toContain('agent: Fine.');
    expect(call.of('send_dtmf')).toHaveLength(1);
    expect(call.of('transfer')).toEqual([]);
  });
});

describe('send_dtmf', () => {
  it('presses keys and listens to what comes of it', async () => {
    const call = await asked({
      llm: () => ({ toolCalls: [{ id: 'd1', name: 'send_dtmf', arguments: { digits: '1 2#' } }] }),
    });
    await call.run(3000);
    expect(call.of('send_dtmf')).toEqual([{ type: 'send_dtmf', digits: '12#' }]);
    expect(call.llm.requests).toHaveLength(1);
  });
});

describe('the keys of a model', () => {
  const dtmf = (digits: unknown) => ({ id: 'd1', name: 'send_dtmf', arguments: { digits } as Record<string, unknown> });
  const pressing = (called: ReturnType<typeof dtmf> & { malformed?: string }) =>
    asked({
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'That did not work.' : { toolCalls: [called] }),
    });

  it('are pressed with its pauses', async () => {
    const call = await TestCall.answered({
      agent: { tools: TOOLS },
      llm: () => ({ toolCalls: [dtmf('1w2#W3')] }),
    });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    call.say('please press the keys', 1000);
    const pressed: [string, number][] = [];
    for (let ticks = 0; ticks < 300; ticks += 1) {
      const before = call.of('send_dtmf').length;
      await call.run(20);
      for (const { digits } of call.of('send_dtmf').slice(before)) pressed.push([digits, call.nowMs]);
    }
    const [[, firstMs] = ['', 0]] = pressed;
    // 160 ms for each key.
    expect(pressed.map(([digits, atMs]) => [digits, atMs - firstMs])).toEqual([
      ['1', 0],
      ['2#', 160 + 500],
      ['3', 160 + 500 + 320 + 1000],
    ]);
    expect(call.of('hangup')).toEqual([]);
  });

  it.each(['1,2', 'www', '12x', '', null, { keys: '1' }, '1'.repeat(65)])(
    'that are none are reported to it, and the call goes on: %o',
    async (digits) => {
      const call = await pressing(dtmf(digits));
      await call.run(3000);
      expect(call.turns.find(({ role }) => role === 'tool')!.tool!.result).toMatch(/^Error: "digits" must be/);
      expect(call.lines.at(-1)).toBe('agent: That did not work.');
      expect([call.of('send_dtmf'), call.of('hangup')]).toEqual([[], []]);
    },
  );

  it('that are no JSON are reported to it', async () => {
    const call = await pressing({ ...dtmf('1'), arguments: {}, malformed: '{"digits": 1' });
    await call.run(3000);
    expect(call.turns.find(({ role }) => role === 'tool')!.tool!.result).toBe(
      'Error: The arguments are not a JSON object.',
    );
    expect(call.lines.at(-1)).toBe('agent: That did not work.');
  });
});

describe('keys that are pressed', () => {
  it('become a turn after a pause, or at once with #', async () => {
    const call = await TestCall.answered();
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    for (const digit of '123') {
      call.conversation.dtmf(digit);
      await call.run(300);
    }
    await call.run(2000);
    expect(call.lines).toContain('user: [keys: 123]');
    call.conversation.dtmf('4');
    call.conversation.dtmf('#');
    await call.run(100);
    expect(call.lines).toContain('user: [keys: 4#]');
    expect(call.of('latency')).toEqual([]);
  });

  it('interrupt the agent', async () => {
    const call = await TestCall.answered();
    await call.run(500);
    call.conversation.dtmf('1');
    await call.run(60);
    expect(call.isAgentSpeaking).toBe(false);
    await call.run(2500);
    expect(call.lines.slice(1)).toEqual(['user: [keys: 1]', 'agent: I see.']);
  });
});
