/** Something that a persona lets the line hear. */
export type Sound =
  | {
      type: 'speech';
      text: string;
      /** Share of the line that is spoken before it breaks off, 0 to 1; all of it when left out. */
      portion?: number;
    }
  | { type: 'tone'; frequenciesHz: readonly number[]; durationMs: number };

/** What a persona waits for before its next step; all times count from the end of its own last sound, or from the answer. */
export type Cue =
  /** So much time, whatever the agent does. */
  | { type: 'delay'; ms: number }
  /** The agent has spoken and stopped. */
  | { type: 'agentTurn' }
  /** The agent has been speaking for so long, or has finished sooner. */
  | { type: 'overAgent'; afterMs: number }
  /** The agent has not made a sound for so long. */
  | { type: 'agentQuiet'; ms: number };

/** One thing that a persona does, once its cue is given. */
export type Step = { cue: Cue; action: 'play'; sound: Sound } | { cue: Cue; action: 'hangUp' };

/** What happens before the answer. */
export type Ringing =
  | { outcome: 'answer'; ringMs: number; earlyMedia: boolean }
  /** Final SIP status; without ringing when `ringMs` is 0. */
  | { outcome: 'reject'; ringMs: number; status: number }
  | { outcome: 'noAnswer' };

/** What a persona does while it waits for an agent that says nothing. */
interface Patience {
  quietMs: number;
  prompt: Sound;
  /** Prompts in a row before it hangs up instead. */
  prompts: number;
}

/** Keys that a voice menu takes, each leading to a script that replaces the menu's. */
type Menu = Readonly<Record<string, readonly Step[]>>;

/** Harm done to the RTP that the persona sends; the same for every call, by seed. */
export interface NetworkImpairment {
  /** Share of packets that are dropped, 0 to 1. */
  lossRate: number;
  /** Every packet is delayed by 0 to this long. */
  jitterMs: number;
  seed: number;
}

/** A callee: all of its behaviour, as data. */
export interface Persona {
  name: string;
  ringing: Ringing;
  /** After its last step a persona waits for the agent to hang up. */
  script: readonly Step[];
  patience: Patience | null;
  menu: Menu;
  /** Level of pink noise against the speech, in dB; null for a quiet room. */
  noiseDb: number | null;
  impairment: NetworkImpairment | null;
  /** Whether its telephone takes a transfer (REFER), or the SIP status that it refuses one with. */
  transfers: 'accept' | 405 | 603;
  /** Never sends BYE, however long the call lasts. */
  neverHangsUp: boolean;
}
