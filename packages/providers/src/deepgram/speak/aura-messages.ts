import { z } from 'zod';

const schema = z.object({
  type: z.string(),
  description: z.string().optional(),
  err_msg: z.string().optional(),
  message: z.string().optional(),
});

export interface AuraMessage {
  type: string;
  /** What a warning or an error says. */
  text: string;
}

/** A message of `/v1/speak` (https://developers.deepgram.com/reference/text-to-speech/speak-streaming); null: none that is known. */
export function auraMessage(text: string): AuraMessage | null {
  const { success, data } = schema.safeParse(parsed(text));
  return success ? { type: data.type, text: data.description ?? data.err_msg ?? data.message ?? data.type } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
