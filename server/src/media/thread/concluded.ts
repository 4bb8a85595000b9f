import type { TranscriptTurn } from '@parley/contract';
import type { Conversation, ConversationResult, TranscriptTurn as SpokenTurn } from '@parley/conversation';
import type { MediaResult } from '../media.ts';

/** The conversation waits 700 ms for the last words. */
const FINISH_MS = 3000;

interface Conclusion {
  /** What was reported before: all there is of a conversation that is broken. */
  reported: Pick<MediaResult, 'turns' | 'answeredBy'>;
  /** As the call has them, what was beside the conversation among them. */
  turnsOf(turns: readonly SpokenTurn[]): TranscriptTurn[];
  usageOf(usage: ConversationResult['usage']): MediaResult['usage'];
}

/** What a conversation comes to, which is ended here. Never rejects. */
export async function concluded(
  conversation: Conversation,
  { reported, turnsOf, usageOf }: Conclusion,
): Promise<Omit<MediaResult, 'recording' | 'stats'>> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the conversation did not end in time')), FINISH_MS);
  try {
    const { turns, answeredBy, latency, usage, outcomeHint, warnings } = await Promise.race([
      conversation.finish(),
      deadline,
    ]);
    return {
      ...{ turns: turnsOf(turns), answeredBy, outcomeHint },
      responseMs: latency.responseMs,
      usage: usageOf(usage),
      warnings: warnings.map(({ message }) => message),
    };
  } catch (error) {
    const warnings = [`The conversation could not be ended well: ${String(error)}`];
    return { ...reported, responseMs: [], usage: [], outcomeHint: null, warnings };
  } finally {
    clearTimeout(timer);
  }
}
