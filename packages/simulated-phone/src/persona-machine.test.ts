import { FRAME_MS } from '@parley/audio';
import { personaLines } from '@parley/providers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Persona } from './persona.ts';
import {
  type PersonaCommand,
  type PersonaEvent,
  type PersonaState,
  startPersona,
  stepPersona,
} from './persona-machine.ts';
import { personaFor } from './personas.ts';

const SOUND_MS = 1000;

/** Plays a call by frames: every sound lasts a second. */
class Rehearsal {
  readonly persona: Persona;
  state: PersonaState;
  elapsedMs = 0;
  readonly log: { atMs: number; command: PersonaCommand }[] = [];
  #soundEndsMs: number | null = null;

  constructor(number: string) {
    this.persona = personaFor(number);
    const { state, commands } = startPersona(this.persona);
    this.state = state;
    this.#note(commands);
  }

  send(event: PersonaEvent): void {
    const { state, commands } = stepPersona(this.state, event, this.persona);
    this.state = state;
    this.#note(commands);
  }

  pass(durationMs: number, agentSpeaks = false): this {
    const untilMs = this.elapsedMs + durationMs;
    while (this.elapsedMs < untilMs && this.state.phase !== 'ended') {
      this.elapsedMs += FRAME_MS;
      this.send({ type: 'frame', agentSpeaks });
      if (this.#soundEndsMs !== null && this.elapsedMs >= this.#soundEndsMs) {
        this.#soundEndsMs = null;
        this.send({ type: 'soundEnded' });
      }
    }
    return this;
  }

  /** The agent speaks and then is silent until the persona would have answered. */
  agentTurn(speechMs = 1000): this {
    return this.pass(speechMs, true).pass(2000);
  }

  get said(): string[] {
    return this.log.flatMap(({ command }) =>
      command.type === 'play' && command.sound.type === 'speech' ? [command.sound.text] : [],
    );
  }

  get commands(): string[] {
    return this.log.map(({ command }) => command.type);
  }

  atMs(type: PersonaCommand['type'], index = 0): number | undefined {
    return this.log.filter(({ command }) => command.type === type)[index]?.atMs;
  }

  #note(commands: readonly PersonaCommand[]): void {
    for (const command of commands) {
      this.log.push({ atMs: this.elapsedMs, command });
      if (command.type === 'play') this.#soundEndsMs = this.elapsedMs + SOUND_MS;
      if (command.type === 'stopSound') this.#soundEndsMs = null;
    }
  }
}

describe('before the answer', () => {
  it('0101 rings half a second', () => {
    const call = new Rehearsal('+12025550101').pass(1000);
    expect(call.commands.slice(0, 2)).toEqual(['ring', 'answer']);
    expect(call.atMs('answer')).toBe(500);
  });

  it('0102 is busy at once, without ringing', () => {
    const call = new Rehearsal('+12025550102');
    expect(call.log).toEqual([{ atMs: 0, command: { type: 'reject', status: 486 } }]);
    expect(call.state.phase).toBe('ended');
  });

  it('0103 rings until it is canceled', () => {
    const call = new Rehearsal('+12025550103').pass(60_000);
    expect(call.commands).toEqual(['ring']);
    call.send({ type: 'gone' });
    expect(call.state.phase).toBe('ended');
    expect(call.commands).toEqual(['ring']);
  });

  it('0103 gives up after three minutes', () => {
    const call = new Rehearsal('+12025550103').pass(200_000);
    expect(call.log.at(-1)).toEqual({ atMs: 180_000, command: { type: 'reject', status: 480 } });
  });

  it('0105 rings, then declines', () => {
    const call = new Rehearsal('+12025550105').pass(1000);
    expect(call.commands).toEqual(['ring', 'reject']);
    expect(call.log.at(-1)).toEqual({ atMs: 500, command: { type: 'reject', status: 603 } });
  });

  it('0113 lets its ringback be heard for six seconds', () => {
    const call = new Rehearsal('+12025550113').pass(7000);
    expect(call.log[0]?.command).toEqual({ type: 'ring', earlyMedia: true });
    expect(call.atMs('answer')).toBe(6000);
  });
});

describe('the talker', () => {
  it('says its first word 300 ms after the answer', () => {
    const call = new Rehearsal('+12025550101').pass(2000);
    expect(call.atMs('play')).toBe(500 + 300);
  });

  it('answers each turn of the agent 700 ms after its end, in order, and hangs up when the agent does not', () => {
    const call = new Rehearsal('+12025550101').pass(2000);
    call.pass(1000, true);
    const turnEndMs = call.elapsedMs;
    call.pass(2000);
    expect(call.atMs('play', 1)).toBe(turnEndMs + 700);
    for (const _ of personaLines.slice(2)) call.agentTurn();
    expect(call.said).toEqual(personaLines);
    call.pass(1000, true).pass(5900);
    expect(call.state.phase).toBe('listening');
    call.pass(200);
    expect(call.log.at(-1)?.command.type).toBe('hangUp');
  });

  it('does not take a cough for a turn', () => {
    const call = new Rehearsal('+12025550101').pass(2000).pass(300, true).pass(5000);
    expect(call.said).toEqual([personaLines[0]]);
  });

  it('does not take a pause within a turn for its end', () => {
    const call = new Rehearsal('+12025550101').pass(2000).pass(1000, true).pass(600).pass(1000, true).pass(600);
    expect(call.said).toEqual([personaLines[0]]);
  });

  it('keeps on speaking when the agent speaks over it', () => {
    const call = new Rehearsal('+12025550101').pass(900).pass(800, true);
    expect(call.state.phase).toBe('speaking');
    expect(call.commands).not.toContain('stopSound');
  });

  it('asks twice whether a silent agent is there, then hangs up', () => {
    const call = new Rehearsal('+12025550101').pass(40_000);
    expect(call.said).toEqual([personaLines[0], 'hello are you there', 'hello are you there']);
    expect(call.atMs('play', 1)! - call.atMs('play', 0)!).toBe(SOUND_MS + 8000);
    expect(call.log.at(-1)?.command.type).toBe('hangUp');
  });

  it('has patience anew after each answer', () => {
    const call = new Rehearsal('+12025550101').pass(2000).pass(10_000).agentTurn().pass(10_000).pass(10_000);
    expect(call.said.slice(1)).toEqual([
      'hello are you there',
      personaLines[1],
      'hello are you there',
      'hello are you there',
    ]);
    expect(call.state.phase).not.toBe('ended');
  });
});

describe('special callees', () => {
  it('0104 greets, beeps, and records in silence for 20 s whatever it hears', () => {
    const call = new Rehearsal('+12025550104').pass(5000).pass(10_000, true).pass(30_000);
    expect(call.commands).toEqual(['ring', 'answer', 'play', 'play', 'hangUp']);
    expect(call.log[3]?.command).toMatchObject({ sound: { type: 'tone', frequenciesHz: [1000], durationMs: 500 } });
    expect(call.atMs('hangUp')! - call.atMs('play', 1)!).toBe(SOUND_MS + 20_000);
  });

  it('0106 hangs up in the middle of its second line', () => {
    const call = new Rehearsal('+12025550106').pass(2000).agentTurn();
    expect(call.log.at(-2)?.command).toMatchObject({ type: 'play', sound: { portion: 0.5 } });
    expect(call.atMs('hangUp')! - call.atMs('play', 1)!).toBe(SOUND_MS);
  });

  it('0107 speaks over the agent after 1.2 s of its turn', () => {
    const call = new Rehearsal('+12025550107').pass(3000);
    const onsetMs = call.elapsedMs;
    call.pass(3000, true);
    expect(call.said).toEqual([personaLines[0], 'sorry who is calling please']);
    expect(call.atMs('play', 1)! - onsetMs).toBe(1200);
  });

  it('0107 answers a turn that was too short to be interrupted', () => {
    const call = new Rehearsal('+12025550107').pass(3000).agentTurn(600);
    expect(call.said).toEqual([personaLines[0], 'sorry who is calling please']);
  });

  it('0108 reads its menu twice, then hangs up', () => {
    const call = new Rehearsal('+12025550108').pass(20_000);
    expect(call.commands).toEqual(['ring', 'answer', 'play', 'play', 'hangUp']);
  });

  it.each([
    ['1', 'hello this is sales how can i help you'],
    ['2', 'hello this is support how can i help you'],
  ])('0108 goes on as a person after %s, cutting the menu short', (digit, line) => {
    const call = new Rehearsal('+12025550108').pass(1200);
    call.send({ type: 'digit', digit: '9' });
    expect(call.state.phase).toBe('speaking');
    call.send({ type: 'digit', digit });
    expect(call.commands.at(-1)).toBe('stopSound');
    call.pass(2000);
    for (const _ of personaLines.slice(1)) call.agentTurn();
    expect(call.said.slice(1)).toEqual([line, ...personaLines.slice(1)]);
    expect(call.pass(10_000).log.at(-1)?.command.type).toBe('hangUp');
  });

  it('0108 is no menu any more once a person speaks', () => {
    const call = new Rehearsal('+12025550108').pass(1200);
    call.send({ type: 'digit', digit: '1' });
    call.pass(2000);
    call.send({ type: 'digit', digit: '2' });
    call.pass(2000);
    expect(call.said).toHaveLength(2);
  });

  it('0109 wants no further call', () => {
    const call = new Rehearsal('+12025550109').pass(2000).agentTurn();
    expect(call.said).toEqual([personaLines[0], 'stop calling me']);
    expect(call.pass(10_000).log.at(-1)?.command.type).toBe('hangUp');
  });

  it('0110 never makes a sound', () => {
    const call = new Rehearsal('+12025550110').pass(60_000).agentTurn().pass(60_000);
    expect(call.commands).toEqual(['ring', 'answer']);
  });

  it('0114 neither asks nor hangs up', () => {
    const call = new Rehearsal('+12025550114').pass(2000);
    for (const _ of personaLines) call.agentTurn();
    expect(call.said).toEqual(personaLines);
    call.pass(4_000_000);
    expect(call.commands).not.toContain('hangUp');
    call.send({ type: 'gone' });
    expect(call.state.phase).toBe('ended');
  });
});

const anyEvent: fc.Arbitrary<PersonaEvent> = fc.oneof(
  { weight: 60, arbitrary: fc.record({ type: fc.constant('frame' as const), agentSpeaks: fc.boolean() }) },
  { weight: 9, arbitrary: fc.constant({ type: 'soundEnded' as const }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('digit' as const), digit: fc.constantFrom('1', '2', '#') }) },
  { weight: 1, arbitrary: fc.constant({ type: 'gone' as const }) },
);
const anyNumber = fc.integer({ min: 1, max: 14 }).map((n) => `+120255501${String(n).padStart(2, '0')}`);

describe('any order of events', () => {
  function after(number: string, events: PersonaEvent[]): Rehearsal {
    const call = new Rehearsal(number);
    for (const event of events) {
      // Frames often come in a row; alone they would never fill a turn.
      if (event.type === 'frame') call.pass(500, event.agentSpeaks);
      else call.send(event);
    }
    return call;
  }

  it('ends the call, by the persona itself unless it never does, and once', () => {
    fc.assert(
      fc.property(anyNumber, fc.array(anyEvent, { maxLength: 60 }), (number, events) => {
        const call = after(number, events).pass(4_000_000);
        if (call.persona.neverHangsUp) call.send({ type: 'gone' });
        expect(call.state.phase).toBe('ended');
        expect(call.commands.filter((type) => type === 'hangUp' || type === 'reject').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('answers at most once, speaks only after it, and does nothing after the end', () => {
    fc.assert(
      fc.property(anyNumber, fc.array(anyEvent, { maxLength: 100 }), (number, events) => {
        const { commands, state, persona } = after(number, events);
        expect(commands.filter((type) => type === 'answer').length).toBeLessThanOrEqual(1);
        const firstSound = commands.indexOf('play');
        if (firstSound >= 0) expect(commands.indexOf('answer')).toBeLessThan(firstSound);
        const hangUp = commands.findIndex((type) => type === 'hangUp' || type === 'reject');
        if (hangUp >= 0) expect(hangUp).toBe(commands.length - 1);
        if (state.phase === 'ended') {
          for (const event of events) expect(stepPersona(state, event, persona).commands).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
