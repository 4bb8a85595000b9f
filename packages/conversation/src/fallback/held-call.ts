import type { CalleeEvidence } from '../answering/callee-evidence.ts';
import type { AnsweredBy } from '../conversation-event.ts';
import type { CallerSound } from '../hearing/caller-sound.ts';
import type { CallRecord } from '../record/call-record.ts';
import type { HandOver } from '../speech-to-speech/talk/talk-effect.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { RecentAudio } from './recent-audio.ts';

/** A voice of the caller that was not understood, in media time; one that goes on has no end yet. */
export interface UnheardVoice {
  onsetMs: number;
  untilMs: number | null;
}

/** A call that one kind of conversation has held so far, for the next one to go on with. */
export interface HeldCall {
  /** Where it is. */
  as: HandOver;
  record: CallRecord;
  desk: ToolDesk;
  sound: CallerSound;
  answeredBy: AnsweredBy | null;
  /** A voice menu has the line. */
  atMenu: boolean;
  evidence: CalleeEvidence;
  /** Reminders given since the caller last said something. */
  reminders: number;
  /** The caller hears that it takes a moment, or has just heard it. */
  isWaiting: boolean;
  /** Pressed, and not filed yet. */
  keys: string;
  /** Since when the agent has to go. */
  leavingSinceMs: number | null;
  /** What the caller has said of which there are no words. */
  unheard: UnheardVoice | null;
  audio: RecentAudio;
}
