import { ProviderError } from '@parley/conversation/provider';
import { z } from 'zod';
import { extractData, notExtracted } from './extract-data.ts';
import { jsonIn } from './json-answer.ts';
import type { AskedModel, Question, Tokens } from './question.ts';
import { ABOUT_TRANSCRIPTS, type TranscriptLine, transcriptParts } from './transcript-text.ts';

export interface AnalysisRequest {
  model: Pick<AskedModel, 'name' | 'ask'>;
  transcript: readonly TranscriptLine[];
  /** The labels of which the outcome is one; at least one. */
  outcomes: readonly string[];
  /** Why the call ended, in the words of the interface. */
  endReason: string;
  /** BCP 47: of the summary. */
  language: string;
  /** The JSON Schema of what is to be read out of the call; null: nothing is. */
  extraction: Record<string, unknown> | null;
  /** What has not come by then is given up. */
  limitMs: number;
  /** A longer transcript is read in parts. Left out: 20 000. */
  partCharacters?: number;
}

interface Judgement {
  summary: string;
  sentiment: 'positive' | 'neutral' | 'negative' | null;
  outcome: string;
}

/** What came in time. */
export interface CallAnalysis {
  /** Null: `failure` says why. */
  judgement: Judgement | null;
  failure: ProviderError | null;
  data: Record<string, unknown> | null;
  warnings: string[];
  usage: Tokens;
}

/** The rest is for what is made of the parts. */
const PARTS_SHARE = 0.5;

/** Summary, sentiment, outcome and data of a call by a language model. Never rejects, and ends when its time is over. */
export async function analyzeWithModel(request: AnalysisRequest): Promise<CallAnalysis> {
  const { model, limitMs, extraction } = request;
  const usage: Tokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  const warnings: string[] = [];
  const askUntil = (signal: AbortSignal) => async (question: Omit<Question, 'signal'>) => {
    const answer = await model.ask({ ...question, signal });
    usage.inputTokens += answer.usage.inputTokens;
    usage.cachedInputTokens += answer.usage.cachedInputTokens;
    usage.outputTokens += answer.usage.outputTokens;
    return answer.text;
  };
  const ask = askUntil(after(limitMs));
  const result = (judgement: Judgement | null, failure: unknown, data: CallAnalysis['data']): CallAnalysis => ({
    judgement,
    failure: failure === null ? null : asFailure(failure, model.name),
    data,
    warnings,
    usage,
  });
  let said: string;
  try {
    said = await whatWasSaid(request, askUntil(after(limitMs * PARTS_SHARE)), warnings);
  } catch (error) {
    if (extraction) warnings.push(notExtracted((error as Error).message));
    return result(null, error, null);
  }
  const [judged, extracted] = await Promise.all([
    judge(request, said, ask).then(
      (judgement) => ({ judgement, failure: null }),
      (failure: unknown) => ({ judgement: null, failure }),
    ),
    extraction ? extractData({ schema: extraction, said, ask }) : { data: null, warning: null },
  ]);
  if (extracted.warning !== null) warnings.push(extracted.warning);
  return result(judged.judgement, judged.failure, extracted.data);
}

const after = (delayMs: number) => AbortSignal.timeout(Math.max(0, Math.floor(delayMs)));

type Ask = (question: Omit<Question, 'signal'>) => Promise<string>;

const asFailure = (failure: unknown, name: string): ProviderError =>
  failure instanceof ProviderError
    ? failure
    : new ProviderError('llm', name, (failure as Error).message, { retryable: true });

/** The transcript, or what its parts tell where it is long. @throws what failed when no part could be read */
async function whatWasSaid(request: AnalysisRequest, ask: Ask, warnings: string[]): Promise<string> {
  const { transcript, partCharacters, endReason } = request;
  const parts = transcriptParts(transcript, partCharacters);
  const ending = `The call ended by: ${endReason}.`;
  if (parts.length === 1) return [parts[0], ending].join('\n');
  const read = await Promise.allSettled(
    parts.map((part, index) =>
      ask({ instructions: notesInstructions(request, index + 1, parts.length), prompt: part, schema: null }),
    ),
  );
  const notes = read.map((one, index) => {
    if (one.status === 'fulfilled' && one.value.trim() !== '') return one.value.replaceAll('<', '‹');
    warnings.push(`Part ${index + 1} of ${parts.length} of the call could not be read for its analysis.`);
    return null;
  });
  const known = notes.flatMap((text, index) => (text === null ? [] : [`Part ${index + 1}:\n${text}`]));
  const failed = read.find((one) => one.status === 'rejected');
  if (known.length === 0) throw failed?.reason ?? new Error('the parts of the call were not read');
  return ['The call was long; these are notes of its parts.', '<transcript>', ...known, '</transcript>', ending].join(
    '\n',
  );
}

async function judge(request: AnalysisRequest, said: string, ask: Ask): Promise<Judgement> {
  const schema = judgementSchema(request.outcomes);
  const { $schema: _, ...wireSchema } = z.toJSONSchema(schema);
  const text = await ask({
    instructions: instructions(request),
    prompt: said,
    schema: { name: 'call_analysis', jsonSchema: wireSchema },
  });
  const parsed = schema.safeParse(jsonIn(text));
  if (parsed.success && parsed.data.summary.trim() !== '') return parsed.data;
  // Not what came instead: it tells what was said on the telephone.
  throw new ProviderError('llm', request.model.name, 'the analysis is not of the form that was asked for', {
    retryable: true,
  });
}

function judgementSchema(outcomes: readonly string[]) {
  return z.object({
    summary: z.string().describe('What happened in the call, in one to four sentences'),
    sentiment: z
      .enum(['positive', 'neutral', 'negative'])
      .nullable()
      .describe("The person's; null when it cannot be told"),
    outcome: z.enum(outcomes).describe('How the call went, measured by what the agent was to achieve'),
  });
}

function instructions({ outcomes, language }: AnalysisRequest): string {
  return [
    'You analyze telephone calls between an agent and a person, after they have ended.',
    ABOUT_TRANSCRIPTS,
    'Answer with one JSON object and nothing else:',
    `{"summary": one to four sentences in the language ${language}, "sentiment": the person's, "positive", "neutral", "negative", or null when it cannot be told, "outcome": one of ${outcomes.map((outcome) => JSON.stringify(outcome)).join(', ')}}`,
  ].join('\n');
}

function notesInstructions({ language, extraction }: AnalysisRequest, part: number, of: number): string {
  return [
    `You take notes of part ${part} of ${of} of a long telephone call between an agent and a person, for somebody who will not see the call.`,
    ABOUT_TRANSCRIPTS,
    `Write at most 200 words in the language ${language}: what happened, how the person felt, what was agreed, and every name, number, date and address as it was said.`,
    ...(extraction
      ? [`Leave out nothing that tells anything for this JSON Schema: ${JSON.stringify(extraction)}`]
      : []),
  ].join('\n');
}
