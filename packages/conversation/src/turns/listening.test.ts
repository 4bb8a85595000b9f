import { describe, expect, it } from 'vitest';
import { turnEnd } from '../end-of-turn/turn-end.ts';
import { english, phraseSet } from '../testing/english.ts';
import { GAP_MS } from './end-of-turn.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { PhaseEvent } from './turn-event.ts';
import { INITIAL_STATE, type TurnSettings, type TurnState } from './turn-state.ts';
import { stepIn } from './turn-table.ts';

const backchannels = phraseSet(english.pack.backchannels);
const SETTINGS: TurnSettings = {
  direction: 'inbound',
  hasFirstMessage: true,
  endpointingMs: 600,
  interruptionMs: 300,
  speculate: false,
  anticipates: false,
  language: english,
  backchannels,
  hesitations: phraseSet(english.pack.hesitations),
  demands: phraseSet(english.pack.demands),
  greetings: backchannels,
  farewells: backchannels,
  courtesies: backchannels,
  detectVoicemail: false,
  leavesMessage: false,
  reminderMs: 7000,
  endMs: 10_000,
  maxReminders: 2,
  whileWaiting: 'phrases',
};

/** The turn machine, and everything that it has asked for. */
class Machine {
  readonly effects: PhaseEffect[] = [];
  state: TurnState = INITIAL_STATE;
  readonly #settings: TurnSettings;

  constructor(settings: Partial<TurnSettings> = {}) {
    this.#settings = { ...SETTINGS, ...settings };
    this.tell({ type: 'answered', atMs: 0 });
  }

  tell(event: PhaseEvent): PhaseEffect['type'][] {
    const { state, effects } = stepIn(this.state, event, this.#settings);
    // What speaks is a person.
    this.state = { ...state, voice: { ...state.voice, speech: 1 } };
    this.effects.push(...effects);
    return effects.map(({ type }) => type);
  }

  learnLag(usualMs: number, longestMs: number): void {
    const { hearing } = this.state;
    this.state = { ...this.state, hearing: { ...hearing, tellsSoon: true, wordLag: { usualMs, longestMs } } };
  }

  /** So many of twenty partials have taken back a word. */
  learnRevised(revised: number): void {
    const { hearing } = this.state;
    const steadiness = { ...hearing.steadiness, told: 20, revised, revisedAfterMs: 200 };
    this.state = { ...this.state, hearing: { ...hearing, steadiness } };
  }

  judgeClaim(probability: number): void {
    this.state = { ...this.state, voice: { ...this.state.voice, claims: probability } };
  }

  /** What the meter says before the next event; behind that it is a person again. */
  judgeSpeech(speech: number): void {
    this.state = { ...this.state, voice: { ...this.state.voice, speech } };
  }

  hear(
    atMs: number,
    text: string,
    settled = false,
    echo: 'none' | 'likely' | 'proven' = 'none',
  ): PhaseEffect['type'][] {
    return this.tell({ type: 'heard', atMs, text, settled, echo, listenedUntilMs: null, wordsEndMs: null });
  }
}

describe('the belief in an echo', () => {
  function echoing(): Machine {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.hear(2000, '', true, 'proven');
    machine.tell({ type: 'voice_stopped', atMs: 2500, untilMs: 2400, prosody: null });
    machine.tell({ type: 'time', atMs: 2520 });
    expect(machine.state.phase.name).toBe('speaking');
    return machine;
  }

  it('keeps a voice from stopping the agent', () => {
    expect(echoing().tell({ type: 'voice_started', atMs: 6060, onsetMs: 6000, mayBeEcho: false })).toEqual([]);
  });

  it('is over after six seconds without another proof', () => {
    const machine = echoing();
    expect(machine.tell({ type: 'voice_started', atMs: 8060, onsetMs: 8000, mayBeEcho: false })).toContain(
      'duck_playout',
    );
  });

  it('does not outvote a word that is confirmed', () => {
    const machine = echoing();
    machine.tell({ type: 'voice_started', atMs: 4060, onsetMs: 4000, mayBeEcho: false });
    expect(machine.hear(4500, 'stop')).toEqual(['finalize_recognition']);
    expect(machine.hear(4800, 'stop', true)).toEqual(['drop_speech']);
  });

  it('does not come of a word or two', () => {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.hear(1200, '', true, 'likely');
    machine.tell({ type: 'voice_stopped', atMs: 1300, untilMs: 1200, prosody: null });
    machine.tell({ type: 'time', atMs: 1700 });
    expect(machine.state.phase.name).toBe('speaking');
    expect(machine.tell({ type: 'voice_started', atMs: 3060, onsetMs: 3000, mayBeEcho: false })).toContain(
      'duck_playout',
    );
  });
});

describe('the final text', () => {
  function spoken(endpointingMs: number, text: string): Machine {
    const machine = new Machine({ endpointingMs, hasFirstMessage: false });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.hear(1400, text);
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    return machine;
  }

  it.each([
    [600, 'my number is'],
    [600, 'yes'],
    [200, 'my number is'],
    [300, 'yes'],
  ])('with a window of %i ms after "%s" is asked for in time to be there at its end', (endpointingMs, text) => {
    const { windowMs } = turnEnd({ text, question: null, prosody: null, language: english }, endpointingMs);
    const silenceMs = Math.max(windowMs, Math.min(GAP_MS, endpointingMs));
    const afterMs = Math.ceil(Math.min(200, silenceMs - 40) / 20) * 20;
    const machine = spoken(endpointingMs, text);
    expect(machine.tell({ type: 'time', atMs: 1500 + afterMs - 20 })).not.toContain('finalize_recognition');
    expect(machine.tell({ type: 'time', atMs: 1500 + afterMs })).toContain('finalize_recognition');
  });
});

describe('a text whose last word ends before the voice does', () => {
  /** "It was on Tuesday", drawn out. */
  function drawnOut(): Machine {
    const machine = new Machine({ hasFirstMessage: false });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    const text = { text: 'it was on Tuesday', settled: false, echo: 'none', listenedUntilMs: null } as const;
    machine.tell({ type: 'heard', atMs: 1500, ...text, wordsEndMs: 1300 });
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    machine.tell({ type: 'time', atMs: 1700 });
    return machine;
  }

  it('is whole when the recognizer has had its time for another one', () => {
    const machine = drawnOut();
    machine.learnLag(250, 300);
    expect(machine.tell({ type: 'time', atMs: 1840 })).not.toContain('reply');
    expect(machine.tell({ type: 'time', atMs: 1860 })).toContain('reply');
  });

  it('waits for its final where it is not known how late the recognizer is', () => {
    const machine = drawnOut();
    expect(machine.tell({ type: 'time', atMs: 1980 })).not.toContain('reply');
    expect(machine.hear(2000, 'it was on Tuesday', true)).toContain('reply');
  });
});

describe('a text whose last word ends with the voice', () => {
  it.each([
    ['is whole', 1, GAP_MS],
    ['may still change where the recognizer often takes words back', 2, 500],
  ])('%s', (_, revised, silenceMs) => {
    const machine = new Machine({ hasFirstMessage: false });
    machine.learnRevised(revised);
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    machine.tell({ type: 'time', atMs: 1700 });
    const text = { text: 'it was on Tuesday', settled: false, echo: 'none', listenedUntilMs: null } as const;
    machine.tell({ type: 'heard', atMs: 1740, ...text, wordsEndMs: 1500 });
    for (let atMs = 1760; atMs < 1500 + silenceMs; atMs += 20)
      expect(machine.tell({ type: 'time', atMs })).not.toContain('reply');
    expect(machine.tell({ type: 'time', atMs: 1500 + silenceMs })).toContain('reply');
  });
});

describe('who has interrupted the agent', () => {
  /** Words over the agent, which has been heard for so long, become others. */
  function interrupted(text: string, { opening = false, agentHeardMs = 5000 } = {}): Machine {
    const machine = new Machine({ direction: 'outbound' });
    const { callee } = machine.state;
    const phase = { name: 'speaking', sinceMs: 100, opening } as const;
    machine.state = { ...machine.state, phase, callee: { ...callee, agentHeardMs, said: 'hello' } };
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.hear(1400, 'to rooms');
    expect(machine.state.phase.name).toBe('user_speaking');
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    machine.hear(1700, text, true);
    return machine;
  }

  function waitForAgent(machine: Machine): PhaseEffect['type'][] {
    for (let atMs = 1720; machine.state.phase.name !== 'thinking' && atMs < 3000; atMs += 20)
      machine.tell({ type: 'time', atMs });
    return machine.effects.map(({ type }) => type);
  }

  it('by words that become a listener’s, is a person, and hears the agent go on', () => {
    const machine = interrupted('yeah okay');
    expect(waitForAgent(machine)).not.toContain('reply');
    expect(machine.effects).toContainEqual({ type: 'say', line: 'remainder' });
    expect(machine.effects).toContainEqual(expect.objectContaining({ as: 'aside', text: 'yeah okay' }));
    expect(machine.effects).toContainEqual({ type: 'answered_by', who: 'human' });
  });

  it('by what becomes a greeting, before they know who is calling, hears all of it', () => {
    const machine = interrupted('hello', { opening: true, agentHeardMs: 600 });
    waitForAgent(machine);
    expect(machine.effects).toContainEqual({ type: 'say', line: 'first_message' });
  });

  it('by words that stay, is answered', () => {
    expect(waitForAgent(interrupted('two rooms'))).toContain('reply');
  });
});

describe('what is read out', () => {
  it.each(['thank you for calling Example', 'for sales press one'])('after "%s" goes on for a while', (text) => {
    const machine = new Machine({ hasFirstMessage: false });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.hear(1400, text, true);
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    expect(machine.tell({ type: 'time', atMs: 2300 })).not.toContain('reply');
    machine.hear(2400, text, true);
    expect(machine.tell({ type: 'time', atMs: 2700 })).toContain('reply');
  });

  it('is over when it asks who is calling, or what for', () => {
    const machine = new Machine({ hasFirstMessage: false });
    machine.tell({ type: 'voice_started', atMs: 1060, onsetMs: 1000, mayBeEcho: false });
    machine.tell({ type: 'voice_stopped', atMs: 1520, untilMs: 1500, prosody: null });
    machine.tell({ type: 'time', atMs: 1700 });
    machine.hear(1750, 'thank you for calling Example how can I help you', true);
    machine.tell({ type: 'time', atMs: 1900 });
    expect(machine.effects.map(({ type }) => type)).toContain('reply');
  });
});

describe('one word that wants the agent to be silent', () => {
  function said(text: string, speech: number): Machine {
    const machine = new Machine({ demands: phraseSet(english.pack.demands) });
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    for (let atMs = 2080; atMs <= 2640; atMs += 20) {
      machine.judgeSpeech(speech);
      machine.tell({ type: 'time', atMs });
    }
    machine.tell({ type: 'voice_stopped', atMs: 2660, untilMs: 2640, prosody: null });
    machine.judgeSpeech(speech);
    machine.hear(2880, text, true);
    return machine;
  }

  it.each(['no', 'hey', 'sorry'])('is "%s", also of a voice that sounds like a noise', (text) => {
    expect(said(text, 0.1).effects.map(({ type }) => type)).toContain('drop_speech');
    expect(said('the', 0.1).effects.map(({ type }) => type)).not.toContain('drop_speech');
  });

  it('"hey" is hardly ever all that is said: what follows is waited for', () => {
    const machine = said('hey', 1);
    machine.tell({ type: 'time', atMs: 2900 });
    machine.hear(3100, 'hey', true);
    expect(machine.tell({ type: 'time', atMs: 3420 })).not.toContain('reply');
    expect(machine.tell({ type: 'time', atMs: 3460 })).toContain('reply');
  });
});

describe('the end of what has interrupted the agent', () => {
  function interrupted(question: string | null): Machine {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    const said = question === null ? null : { text: question, atMs: 2400 };
    machine.state = { ...machine.state, said };
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    machine.hear(2600, 'I have paid it twice', true);
    machine.tell({ type: 'time', atMs: 2620 });
    machine.tell({ type: 'voice_stopped', atMs: 3040, untilMs: 3000, prosody: null });
    machine.tell({ type: 'time', atMs: 3220 });
    machine.hear(3280, 'I have paid it twice', true);
    return machine;
  }

  it('is waited for longer: another sentence often follows', () => {
    const machine = interrupted(null);
    expect(machine.effects.map(({ type }) => type)).toContain('drop_speech');
    expect(machine.tell({ type: 'time', atMs: 3460 })).not.toContain('reply');
    expect(machine.tell({ type: 'time', atMs: 3500 })).toContain('reply');
  });

  it('is not, where it answers the question that the agent was about to have put', () => {
    const machine = interrupted('When did you pay it?');
    expect(machine.tell({ type: 'time', atMs: 3340 })).toContain('reply');
  });
});

/** Without what claims are known by in their first syllable. */
const wordsAlone = { ...english, pack: { ...english.pack, claims: undefined } } as typeof english;

describe('a voice over the agent', () => {
  function spokenOver(): Machine {
    const machine = new Machine({ language: wordsAlone });
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    return machine;
  }

  it('stops it short for 180 ms when its words are still to come', () => {
    const machine = spokenOver();
    expect(machine.tell({ type: 'time', atMs: 2440 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2460 })).toEqual(['hold_playout']);
    expect(machine.tell({ type: 'time', atMs: 2620 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2640 })).toEqual(['release_playout']);
  });

  it('stops it short as late as the words of this recognizer come', () => {
    const machine = spokenOver();
    machine.learnLag(400, 420);
    expect(machine.tell({ type: 'time', atMs: 2600 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2620 })).toEqual(['hold_playout']);
  });

  it('takes the turn when it goes on behind "I" for longer than phrases of listeners', () => {
    const machine = spokenOver();
    machine.hear(2400, 'I');
    expect(machine.tell({ type: 'time', atMs: 2460 })).toEqual(['hold_playout']);
    expect(machine.tell({ type: 'time', atMs: 2900 })).toEqual(['release_playout']);
    expect(machine.tell({ type: 'time', atMs: 2920 })).toEqual(['drop_speech']);
  });

  it('stops it short as soon as it begins anew behind "okay", and takes the turn when that is no word like it', () => {
    const machine = spokenOver();
    machine.tell({ type: 'voice_stopped', atMs: 2400, untilMs: 2340, prosody: null });
    const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2340 } as const;
    machine.tell({ type: 'heard', atMs: 2530, ...okay });
    machine.tell({ type: 'voice_started', atMs: 2560, onsetMs: 2500, mayBeEcho: false });
    expect(machine.tell({ type: 'time', atMs: 2800 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2820 })).toEqual(['hold_playout']);
    expect(machine.tell({ type: 'time', atMs: 3000 })).toEqual(['release_playout']);
    expect(machine.tell({ type: 'time', atMs: 3220 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3240 })).toEqual(['drop_speech']);
  });

  it('is waited for anew where it begins anew before "okay" is known: until its own first word is', () => {
    const machine = spokenOver();
    machine.tell({ type: 'voice_stopped', atMs: 2400, untilMs: 2340, prosody: null });
    machine.tell({ type: 'voice_started', atMs: 2560, onsetMs: 2500, mayBeEcho: false });
    expect(machine.tell({ type: 'time', atMs: 2570 })).toEqual([]);
    const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2340 } as const;
    expect(machine.tell({ type: 'heard', atMs: 2590, ...okay })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2820 })).toEqual(['hold_playout']);
  });

  it('is not taken to be over by the closure of a consonant, and is by a silence', () => {
    const machine = spokenOver();
    machine.tell({ type: 'voice_stopped', atMs: 2400, untilMs: 2340, prosody: null });
    const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2340 } as const;
    machine.tell({ type: 'heard', atMs: 2530, ...okay });
    machine.tell({ type: 'voice_started', atMs: 2560, onsetMs: 2500, mayBeEcho: false });
    expect(machine.tell({ type: 'time', atMs: 2820 })).toEqual(['hold_playout']);
    expect(machine.tell({ type: 'voice_stopped', atMs: 2900, untilMs: 2840, prosody: null })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2920 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2940 })).toEqual(['release_playout']);
  });

  it('is waited for once more behind "okay", where it stopped the agent only just before that was known', () => {
    const machine = spokenOver();
    expect(machine.tell({ type: 'time', atMs: 2460 })).toEqual(['hold_playout']);
    const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2240 } as const;
    expect(machine.tell({ type: 'heard', atMs: 2500, ...okay })).toEqual(['release_playout']);
    expect(machine.tell({ type: 'time', atMs: 2540 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2560 })).toEqual(['hold_playout']);
  });

  it('is waited for once more where it stopped the agent with the end of "okay", and noise fills the gap', () => {
    const machine = spokenOver();
    expect(machine.tell({ type: 'time', atMs: 2460 })).toEqual(['hold_playout']);
    expect(machine.tell({ type: 'time', atMs: 2640 })).toEqual(['release_playout']);
    const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2400 } as const;
    expect(machine.tell({ type: 'heard', atMs: 2660, ...okay })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2700 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2720 })).toEqual(['hold_playout']);
  });
});

describe("another breath behind a listener's word", () => {
  const okay = { text: 'okay', settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: 2340 } as const;

  /** "Okay …", and the other breath begins at 2600. */
  function saidOkay(): Machine {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    machine.judgeClaim(0.1);
    machine.tell({ type: 'voice_stopped', atMs: 2420, untilMs: 2340, prosody: null });
    machine.tell({ type: 'voice_started', atMs: 2610, onsetMs: 2600, mayBeEcho: false });
    expect(machine.state.voice).toMatchObject({ claims: null, claimsBefore: 0.1 });
    return machine;
  }

  it.each([true, false])('stops the agent at once, whether "okay" is known: %s', (isKnown) => {
    const machine = saidOkay();
    if (isKnown) machine.tell({ type: 'heard', atMs: 2610, ...okay });
    expect(machine.tell({ type: 'time', atMs: 2610 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2620 })).toEqual(['hold_playout']);
  });

  it("lets it go on as soon as it sounds like a listener's", () => {
    const machine = saidOkay();
    machine.tell({ type: 'time', atMs: 2680 });
    machine.tell({ type: 'heard', atMs: 2700, ...okay });
    machine.judgeClaim(0.1);
    expect(machine.tell({ type: 'time', atMs: 2760 })).toEqual(['release_playout']);
    // It stops once for each breath, however long that goes on.
    expect(machine.tell({ type: 'time', atMs: 2960 })).toEqual([]);
  });

  it('keeps it silent where it sounds like a claim, until its word is known', () => {
    const machine = saidOkay();
    machine.tell({ type: 'time', atMs: 2680 });
    machine.tell({ type: 'heard', atMs: 2700, ...okay });
    machine.judgeClaim(0.9);
    expect(machine.tell({ type: 'time', atMs: 2880 })).toEqual([]);
    expect(machine.tell({ type: 'voice_stopped', atMs: 2900, untilMs: 2820, prosody: null })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2980 })).toEqual([]);
    expect(machine.tell({ type: 'voice_started', atMs: 3000, onsetMs: 2960, mayBeEcho: false })).toEqual([]);
    expect(machine.hear(3040, 'okay but')).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3260 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3280 })).toEqual(['drop_speech']);
  });

  it('lets it go on where no word is known of the first breath either: people in a room', () => {
    const machine = saidOkay();
    machine.learnLag(250, 300);
    expect(machine.tell({ type: 'time', atMs: 2680 })).toEqual(['hold_playout']);
    machine.judgeClaim(0.9);
    expect(machine.tell({ type: 'time', atMs: 2860 - 20 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2860 })).toEqual(['release_playout']);
  });

  it('keeps it silent where it had stopped for a word, and the sound tells that one is coming', () => {
    const machine = saidOkay();
    machine.state = { ...machine.state, voice: { ...machine.state.voice, runMs: 2000 } };
    expect(machine.tell({ type: 'heard', atMs: 2680, ...okay })).toContain('hold_playout');
    machine.judgeClaim(0.9);
    expect(machine.tell({ type: 'time', atMs: 2840 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2940 })).toEqual([]);
    expect(machine.hear(3040, 'okay but')).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3260 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3280 })).toEqual(['drop_speech']);
  });

  it('lets it go on where the claim does not, which is known later than a "t" takes whose release is lost in noise', () => {
    const machine = saidOkay();
    machine.tell({ type: 'time', atMs: 2680 });
    machine.tell({ type: 'heard', atMs: 2700, ...okay });
    machine.judgeClaim(0.9);
    expect(machine.tell({ type: 'voice_stopped', atMs: 2900, untilMs: 2820, prosody: null })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3080 })).not.toContain('release_playout');
    expect(machine.tell({ type: 'time', atMs: 3100 })).toContain('release_playout');
  });

  it('stops it also where noise has made the word before it longer', () => {
    const machine = saidOkay();
    const { voice } = machine.state;
    machine.state = { ...machine.state, voice: { ...voice, runMs: 2000, untilBeforeMs: okay.wordsEndMs + 120 } };
    expect(machine.tell({ type: 'heard', atMs: 2660, ...okay })).toEqual(['hold_playout']);
  });

  it('wants the floor behind what no listener says, whatever it sounds like, as soon as it may be a voice', () => {
    const machine = saidOkay();
    machine.judgeSpeech(0.4);
    expect(machine.tell({ type: 'heard', atMs: 2680, ...okay, text: 'so' })).toEqual(['hold_playout']);
    machine.judgeClaim(0.1);
    machine.judgeSpeech(0.4);
    expect(machine.tell({ type: 'time', atMs: 2700 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2900 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2920 })).toEqual(['drop_speech']);
  });

  it('keeps it silent for no longer than a first word takes to be known', () => {
    const machine = saidOkay();
    machine.tell({ type: 'time', atMs: 2680 });
    machine.tell({ type: 'heard', atMs: 2700, ...okay });
    machine.judgeClaim(0.9);
    expect(machine.tell({ type: 'time', atMs: 3160 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 3180 })).toEqual(['release_playout']);
  });

  it('lets it go on when nothing is known of its sound for as long as is heard as a pause', () => {
    const machine = saidOkay();
    machine.tell({ type: 'time', atMs: 2680 });
    machine.tell({ type: 'heard', atMs: 2700, ...okay });
    expect(machine.tell({ type: 'time', atMs: 2840 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2860 })).toEqual(['release_playout']);
  });

  it("is none behind a sound that is no listener's, and without a word: keys come in a row", () => {
    const machine = saidOkay();
    machine.state = { ...machine.state, voice: { ...machine.state.voice, claimsBefore: 0.6 } };
    expect(machine.tell({ type: 'time', atMs: 2700 })).toEqual([]);
  });

  it('is none where consonants close', () => {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    machine.judgeClaim(0.1);
    machine.tell({ type: 'voice_stopped', atMs: 2420, untilMs: 2340, prosody: null });
    machine.tell({ type: 'voice_started', atMs: 2480, onsetMs: 2440, mayBeEcho: false });
    expect(machine.state.voice.claims).toBe(0.1);
    expect(machine.tell({ type: 'time', atMs: 2440 + 140 })).not.toContain('release_playout');
    expect(machine.state.voice.breathMs).toBe(2000);
  });
});

describe('an "um" over the agent', () => {
  function saidUm(): Machine {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    machine.tell({ type: 'voice_stopped', atMs: 2360, untilMs: 2300, prosody: null });
    expect(machine.hear(2560, 'um')).toContain('hold_playout');
    return machine;
  }

  it('stops it short, until nothing has followed', () => {
    const machine = saidUm();
    expect(machine.tell({ type: 'time', atMs: 2900 })).not.toContain('release_playout');
    expect(machine.tell({ type: 'time', atMs: 3000 })).toEqual(['release_playout', 'restore_playout']);
    expect(machine.state.phase.name).toBe('speaking');
  });

  it('stops it short where only a second voice tells that it was said', () => {
    const machine = new Machine();
    machine.tell({ type: 'playout_started', atMs: 100 });
    machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
    machine.tell({ type: 'voice_stopped', atMs: 2360, untilMs: 2300, prosody: null });
    machine.state = { ...machine.state, voice: { ...machine.state.voice, speech: 0 } };
    expect(machine.tell({ type: 'time', atMs: 2520 })).toEqual(['restore_playout']);
    machine.hear(2560, 'um');
    expect(machine.tell({ type: 'voice_started', atMs: 2640, onsetMs: 2600, mayBeEcho: false })).toEqual([
      'duck_playout',
    ]);
    expect(machine.tell({ type: 'time', atMs: 2640 })).toEqual(['hold_playout']);
  });

  it.each([
    ['goes on quietly where it sounds like a claim', 0.9, ['release_playout']],
    ['goes on as behind a noise where it does not', 0.1, ['release_playout', 'restore_playout']],
  ] as const)(
    'and a hiss behind it, the "th" of a word or a noise, is waited for; the agent %s',
    (_, claims, effects) => {
      const machine = saidUm();
      machine.tell({ type: 'voice_started', atMs: 2700, onsetMs: 2660, mayBeEcho: false });
      machine.judgeClaim(claims);
      const hissAt = (atMs: number) => {
        machine.judgeSpeech(0.2);
        return machine.tell({ type: 'time', atMs });
      };
      expect(hissAt(2980)).toEqual([]);
      expect(hissAt(3140)).toEqual([]);
      expect(hissAt(3170)).toEqual(effects);
    },
  );

  it('takes the turn when speech follows, before its words are known', () => {
    const machine = saidUm();
    machine.tell({ type: 'voice_started', atMs: 2700, onsetMs: 2660, mayBeEcho: false });
    expect(machine.tell({ type: 'time', atMs: 2760 })).toEqual([]);
    expect(machine.tell({ type: 'time', atMs: 2800 })).toEqual(['drop_speech']);
  });
});

it('the next word of a voice is no noise before it is measured', () => {
  const machine = new Machine();
  machine.tell({ type: 'playout_started', atMs: 100 });
  machine.tell({ type: 'voice_started', atMs: 2060, onsetMs: 2000, mayBeEcho: false });
  machine.tell({ type: 'voice_stopped', atMs: 2460, untilMs: 2400, prosody: null });
  expect(machine.tell({ type: 'voice_started', atMs: 2540, onsetMs: 2500, mayBeEcho: false })).not.toContain(
    'restore_playout',
  );
});
