import { extractionWithoutReferences } from '@parley/contract';
import { type AskedModel, loadVendor } from '@parley/providers';
import type { AnalyzableCall, CallAnalyst, ModelAnalysis } from '../calls/call-analyst.ts';
import type { Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { type ProviderConnection, providerNamed } from '../kernel/provider-connection.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';

const BUILTIN = 'builtin';
/** Whose a model is that is named without a provider. */
const OWN_PROVIDER = 'openai';
/** With so little time left, no further model is asked. */
const LEAST_MS = 2000;

interface Options {
  db: Queryable;
  connections: { of(db: Queryable, accountId: string): Promise<ProviderConnection[]> };
  /** The operator's model, which analyzes the calls of agents that have none of their own; null: there is none. */
  ownModel: { provider: ProviderConnection; name: string } | null;
  log: Logger;
}

/** A model that can be asked, and whose it is. */
interface Candidate {
  provider: ProviderConnection;
  name: string;
  model: AskedModel;
}

/** Analyses by the language model of the agent, else by its fallbacks, else by the operator's. */
export class ModelAnalyst implements CallAnalyst {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  mayAnalyze(models: readonly string[]): boolean {
    return this.#options.ownModel !== null || models.some((choice) => namedIn(choice).provider !== BUILTIN);
  }

  async analyze(call: AnalyzableCall, limitMs: number): Promise<ModelAnalysis | null> {
    const { log } = this.#options;
    const endMs = performance.now() + limitMs;
    const analysis: ModelAnalysis = { judgement: null, data: null, warnings: [], usage: [] };
    const candidates = await this.#candidates(call);
    if (candidates.length === 0) return null;
    for (const [index, { provider, name, model }] of candidates.entries()) {
      const leftMs = endMs - performance.now();
      if (leftMs < LEAST_MS && index > 0) break;
      // The next model has the same time as all that come after.
      const isLast = index === candidates.length - 1;
      const asked = await this.#ask(model, call, isLast ? leftMs : leftMs / 2);
      analysis.usage.push(...usageOf(provider, name, asked.usage));
      // What an earlier one has read is better than nothing.
      if (analysis.data === null) {
        analysis.data = asked.data;
        analysis.warnings = asked.warnings;
      }
      analysis.judgement = asked.judgement;
      if (asked.failure === null) break;
      log.warn({ callId: call.callId, reason: asked.failure.message }, 'the analysis by the model failed');
    }
    return analysis;
  }

  async #ask(model: AskedModel, call: AnalyzableCall, limitMs: number) {
    // Here, since it brings an SDK of 14 MB that a service without a model never needs.
    const { analyzeWithModel } = await import('@parley/providers/chat');
    const { transcript, outcomes, endReason, language } = call;
    const extraction = call.extraction && extractionWithoutReferences(call.extraction);
    return analyzeWithModel({ model, transcript, outcomes, endReason, language, extraction, limitMs });
  }

  async #candidates({ accountId, models }: AnalyzableCall): Promise<Candidate[]> {
    const { db, connections, ownModel } = this.#options;
    const known = await connections.of(db, accountId);
    const choices = models.map(namedIn).map(({ provider, name }) => `${provider}/${name}`);
    const found = await Promise.all([
      ...[...new Set(choices)].map((choice) => candidateOf(known, choice)),
      ...(ownModel ? [candidateAt(ownModel.provider, ownModel.name)] : []),
    ]);
    const isOwn = ({ provider, name }: Candidate) => provider === ownModel?.provider && name === ownModel.name;
    const own = found.findIndex((candidate) => candidate !== null && isOwn(candidate));
    // The operator's is the last of the list: where an agent names it, it is asked once.
    return found.filter(
      (candidate, index) => candidate !== null && (!isOwn(candidate) || index === own),
    ) as Candidate[];
  }
}

/** A bare name is asked for at the operator's server, but for the script, which is built in. */
function namedIn(choice: string): { provider: string; name: string } {
  const slash = choice.indexOf('/');
  if (slash >= 0) return { provider: choice.slice(0, slash), name: choice.slice(slash + 1) };
  return { provider: choice === 'script' ? BUILTIN : OWN_PROVIDER, name: choice };
}

/** Null: there is no such provider, or its model cannot be asked. */
async function candidateOf(known: readonly ProviderConnection[], choice: string): Promise<Candidate | null> {
  const { provider: named, name } = namedIn(choice);
  const provider = named === BUILTIN ? undefined : providerNamed(known, named, 'model');
  return provider ? candidateAt(provider, name) : null;
}

/** Null: the model hears and speaks, and cannot be asked. */
async function candidateAt(provider: ProviderConnection, name: string): Promise<Candidate | null> {
  const vendor = await loadVendor(provider.vendor);
  if (!vendor?.languageModel || vendor.speechToSpeech?.(provider, name)) return null;
  return { provider, name, model: vendor.languageModel(provider, name) };
}

function usageOf(
  { name: provider, vendor }: ProviderConnection,
  name: string,
  used: { inputTokens: number; cachedInputTokens: number; outputTokens: number },
): VendorUsage[] {
  const by = { kind: 'analysis' as const, provider, vendor, name };
  const all: VendorUsage[] = [
    { ...by, unit: 'input_token', quantity: used.inputTokens - used.cachedInputTokens },
    { ...by, unit: 'cached_input_token', quantity: used.cachedInputTokens },
    { ...by, unit: 'output_token', quantity: used.outputTokens },
  ];
  return all.filter(({ quantity }) => quantity > 0);
}
