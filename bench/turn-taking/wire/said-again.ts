import type { ConversationResult } from '@parley/conversation';
import type { ModelReply } from '../agent/agent-model.ts';
import type { ServedClause } from '../agent/agent-voice.ts';

/** A line of the agent's own is asked for so long before its turn begins. */
const AHEAD_MS = 1000;

/** A clause, the reply that it is in, -1 for none, and where in its text. */
interface Placed {
  clause: ServedClause;
  reply: number;
  from: number;
  to: number;
}

type Turns = readonly Pick<ConversationResult['turns'][number], 'role' | 'text' | 'startMs'>[];

/**
 * All clauses that the service may have played: those that the voice served, and those that the service keeps because it has
 * played them before: in the order of the replies that they are in, and lines of its own where the transcript has them.
 * @param before what the voice has served to earlier calls
 */
export function saidAgain(
  served: readonly ServedClause[],
  before: readonly ServedClause[],
  replies: readonly ModelReply[],
  turns: Turns,
): ServedClause[] {
  const placed = served.map((clause) => {
    const reply = replies.findLastIndex(({ text, atMs }) => atMs <= clause.atMs && text.includes(clause.text));
    return placedIn(reply < 0 ? clause.text : replies[reply]!.text, clause, reply);
  });
  const kept = replies.flatMap(({ text, atMs }, reply) => {
    const known = [...before, ...served.filter((clause) => clause.atMs < atMs)];
    return missingIn(
      text,
      known,
      placed.filter((each) => each.reply === reply),
      { reply, atMs },
    );
  });
  const isLine = ({ text }: ServedClause): boolean => !replies.some((reply) => reply.text.includes(text));
  const known = [...before, ...served].filter(isLine);
  const lines = turns.flatMap(({ role, text, startMs }) => {
    const [sinceMs, atMs] = [startMs - 2 * AHEAD_MS, Math.max(0, startMs - AHEAD_MS)];
    const own = placed
      .filter(({ clause }) => isLine(clause) && text.includes(clause.text))
      .filter(({ clause }) => clause.atMs >= sinceMs && clause.atMs <= startMs)
      .map(({ clause }) => placedIn(text, clause, -1));
    return role === 'agent' ? missingIn(text, known, own, { reply: -1, atMs }) : [];
  });
  return [...placed, ...kept, ...lines]
    .sort((a, b) => a.clause.atMs - b.clause.atMs || a.reply - b.reply || a.from - b.from)
    .map(({ clause }) => clause);
}

function placedIn(text: string, clause: ServedClause, reply: number): Placed {
  const from = text.indexOf(clause.text);
  return { clause, reply, from, to: from + clause.text.length };
}

/** What is known of the text beside what was served of it: the longest clauses first. */
function missingIn(
  text: string,
  known: readonly ServedClause[],
  served: readonly Placed[],
  { reply, atMs }: { reply: number; atMs: number },
): Placed[] {
  const taken = [...served];
  const distinct = [...new Map(known.map((clause) => [clause.text, clause])).values()];
  const missing: Placed[] = [];
  for (const clause of distinct.sort((a, b) => b.text.length - a.text.length)) {
    const { from, to } = placedIn(text, clause, reply);
    if (from < 0 || taken.some((each) => each.from < to && from < each.to)) continue;
    const behind = served.filter((each) => each.from < from).map((each) => each.clause.atMs);
    const found = { clause: { ...clause, atMs: Math.max(atMs, ...behind) }, reply, from, to };
    taken.push(found);
    missing.push(found);
  }
  return missing;
}
