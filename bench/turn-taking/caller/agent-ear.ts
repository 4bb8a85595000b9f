import { FRAME_MS, levelDbfs } from '@parley/audio';

const AUDIBLE_DBOV = -50;
/** The agent's own pauses are shorter. */
const TURN_GAP_MS = 900;
/** A reply to an interruption comes sooner. */
const REPLY_GAP_MS = 200;

/** What the caller hears of the agent. */
export class AgentEar {
  /** Since the agent's turn began; null before it has spoken. */
  turnMs: number | null = null;
  /** Since it was last heard. */
  silentMs = 0;
  /** It has been heard since the caller's last sound. */
  hasSpoken = false;
  #expectsReply = false;

  /** The caller has said something. @param wantsFloor what is heard after a short silence is a new turn */
  noteOwn(wantsFloor: boolean): void {
    this.hasSpoken = false;
    this.#expectsReply = wantsFloor;
  }

  hear(frame: Int16Array | null): void {
    const isAudible = frame !== null && levelDbfs(frame) > AUDIBLE_DBOV;
    if (this.turnMs !== null) this.turnMs += FRAME_MS;
    if (!isAudible) {
      this.silentMs += FRAME_MS;
      return;
    }
    if (this.turnMs === null || this.silentMs >= (this.#expectsReply ? REPLY_GAP_MS : TURN_GAP_MS)) {
      this.turnMs = 0;
      this.#expectsReply = false;
    }
    this.silentMs = 0;
    this.hasSpoken = true;
  }
}
