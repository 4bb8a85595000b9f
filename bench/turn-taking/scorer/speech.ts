import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { ModelReply } from '../agent/agent-model.ts';
import type { ServedClause } from '../agent/agent-voice.ts';

/** A word of a speech: its samples, and which word of the model's reply it is. */
export interface SpeechWord {
  text: string;
  from: number;
  to: number;
  inReply: number;
}

/** Clauses that the voice served one behind the other, as one sound; what a reply is spoken from. */
export interface Speech {
  /** Index of the model's reply; null for a line of the agent's own. */
  reply: number | null;
  /** The last word of the reply is in it. */
  isWhole: boolean;
  samples: Int16Array;
  words: SpeechWord[];
  /** In samples of the recording: it cannot have been played before. */
  servedAt: number;
}

export const tokensOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}']/gu, ''))
    .filter((word) => word !== '');

/** Puts the clauses together that continue each other, and finds the reply that they are from. */
export function speechesOf(clauses: readonly ServedClause[], replies: readonly ModelReply[]): Speech[] {
  const replyTokens = replies.map(({ text }) => tokensOf(text));
  const speeches: Speech[] = [];
  for (const clause of clauses) {
    const tokens = tokensOf(clause.text);
    const last = speeches.at(-1);
    const expected = last && last.reply !== null ? last.words.at(-1)!.inReply + 1 : 0;
    const continues = last && last.reply !== null && isAt(replyTokens[last.reply]!, tokens, expected);
    if (continues) {
      append(last, clause, expected);
      last.isWhole ||= expected + tokens.length === replyTokens[last.reply!]!.length;
      continue;
    }
    const found = findReply(replies, replyTokens, tokens, clause.atMs);
    const servedAt = (clause.atMs * SAMPLE_RATE_HZ) / 1000;
    const isWhole = found === null || found.at + tokens.length === replyTokens[found.reply]!.length;
    const speech: Speech = { reply: found?.reply ?? null, isWhole, samples: new Int16Array(0), words: [], servedAt };
    append(speech, clause, found?.at ?? 0);
    speeches.push(speech);
  }
  return speeches;
}

const isAt = (reply: readonly string[], tokens: readonly string[], at: number): boolean =>
  tokens.length > 0 && tokens.every((token, index) => reply[at + index] === token);

function findReply(
  replies: readonly ModelReply[],
  replyTokens: readonly string[][],
  tokens: readonly string[],
  atMs: number,
) {
  for (let reply = replies.length - 1; reply >= 0; reply -= 1) {
    if (replies[reply]!.atMs > atMs) continue;
    const at = replyTokens[reply]!.findIndex((_, index) => isAt(replyTokens[reply]!, tokens, index));
    if (at >= 0) return { reply, at };
  }
  return null;
}

function append(speech: Speech, { samples, words }: ServedClause, firstInReply: number): void {
  const shift = speech.samples.length;
  const whole = new Int16Array(shift + samples.length);
  whole.set(speech.samples);
  whole.set(samples, shift);
  speech.samples = whole;
  const sampleOf = (ms: number): number => shift + Math.round((ms * SAMPLE_RATE_HZ) / 1000);
  for (const [index, { text, startMs, endMs }] of words.entries())
    speech.words.push({ text, from: sampleOf(startMs), to: sampleOf(endMs), inReply: firstInReply + index });
}
