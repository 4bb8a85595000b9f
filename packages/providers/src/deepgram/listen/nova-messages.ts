import { z } from 'zod';

const word = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  /** Seconds of the stream. */
  start: z.number(),
  end: z.number(),
});

const alternative = z.object({
  transcript: z.string(),
  words: z.array(word).default([]),
  /** With `language=multi`, most spoken first; may be absent. */
  languages: z.array(z.string()).optional(),
});

/** What is read of the server's messages (https://developers.deepgram.com/reference/speech-to-text/listen-streaming). */
export const novaMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Results'),
    start: z.number(),
    duration: z.number(),
    is_final: z.boolean(),
    from_finalize: z.boolean().default(false),
    channel: z.object({ alternatives: z.array(alternative) }),
  }),
  z.object({ type: z.literal('UtteranceEnd'), last_word_end: z.number() }),
  z.object({ type: z.literal('Error'), description: z.string().default(''), message: z.string().default('') }),
]);

export type NovaResults = Extract<z.infer<typeof novaMessage>, { type: 'Results' }>;
