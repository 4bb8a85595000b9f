import { z } from 'zod';

const word = z.object({
  word: z.string(),
  /** Seconds of the stream, where the model gives them. */
  start: z.number().optional(),
  end: z.number().optional(),
});

/** What is read of the server's messages (https://developers.deepgram.com/reference/speech-to-text/listen-flux). */
export const fluxMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('TurnInfo'),
    event: z.enum(['Update', 'StartOfTurn', 'EagerEndOfTurn', 'TurnResumed', 'EndOfTurn']),
    turn_index: z.number(),
    audio_window_start: z.number(),
    audio_window_end: z.number(),
    transcript: z.string(),
    words: z.array(word).default([]),
    /** Of an end: `model`, `timeout`, or `manual` where it was asked for. */
    trigger: z.string().optional(),
    /** Of `flux-general-multi`, most spoken first. */
    languages: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('Error'), code: z.string().default(''), description: z.string().default('') }),
]);

export type FluxTurnInfo = Extract<z.infer<typeof fluxMessage>, { type: 'TurnInfo' }>;
