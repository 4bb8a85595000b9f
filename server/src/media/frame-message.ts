/** What goes over the port between a leg that carries frames and a media thread. */

/** To the media thread: 10 or 20 ms of 16-bit mono audio at the rate of the leg. Its memory goes with it. */
export type HeardFrame = Int16Array<ArrayBuffer>;

/** To the media thread: the other side has played so many samples of all that it was sent. */
export interface PlayedReport {
  playedSamples: number;
}

/** From the media thread. */
export type FrameMessage =
  /** 20 ms of audio at the rate of the leg; null is silence. */
  | { type: 'frame'; samples: Int16Array<ArrayBuffer> | null }
  /** What was sent and has not been played shall not be. */
  | { type: 'clear' }
  /** Keys that the agent has pressed. */
  | { type: 'digits'; digits: string };
