// What a greeting is, and how its texts are read.

type PersonKind =
  | 'one word'
  | 'name'
  | 'noisy'
  | 'child'
  | 'hello twice'
  | 'late'
  | 'to others'
  | 'receptionist'
  | 'long';
type MachineKind =
  | 'beep'
  | 'no beep'
  | 'double beep'
  | 'silence before'
  | 'music before'
  | 'carrier'
  | 'mailbox full'
  | 'closed';
export type GreetingKind = PersonKind | MachineKind | 'screening' | 'menu';

/** How a callee sounds. */
export interface Speaker {
  program: 'espeak-ng' | 'flite' | 'festival';
  voice: string;
  /** Words a minute; espeak-ng alone. */
  rate: number;
  /** 0 to 99; espeak-ng alone. */
  pitch: number;
}

/** One thing that is to be heard, in order. */
export type Part =
  | { type: 'speech'; written: string; spoken: string; gainDb: number }
  | { type: 'silence'; ms: number }
  | { type: 'beep'; hz: number; ms: number }
  | { type: 'music'; ms: number };

export interface Greeting {
  id: string;
  kind: GreetingKind;
  /** BCP 47. */
  language: string;
  /** Never looked at while the detection was tuned. */
  isHeldOut: boolean;
  speaker: Speaker;
  parts: Part[];
  /** What a person says to an agent that has said who it is, and one that has not. */
  reply: Part | null;
  prompt: Part | null;
  /** Level of the background, dBFS; null for none. */
  noiseDbfs: number | null;
  /** The background is the recording's own: it begins with it. */
  isNoiseRecorded: boolean;
  /** The other side hangs up so long after the greeting; null: it records, or waits. */
  hangsUpAfterMs: number | null;
  /** The agent has a first message; otherwise its model opens. */
  hasFirstMessage: boolean;
  seed: number;
}

const PEOPLE: readonly GreetingKind[] = [
  ...(['one word', 'name', 'noisy', 'child', 'hello twice', 'late', 'to others', 'receptionist', 'long'] as const),
  'screening',
];

/** Who it is, by what the agent has to do: screening wants an answer, as people do. */
export function expectedOf(kind: GreetingKind): 'human' | 'voicemail' | 'ivr' {
  if (kind === 'menu') return 'ivr';
  return PEOPLE.includes(kind) ? 'human' : 'voicemail';
}
