import type { ConversationAgent } from '../conversation-agent.ts';
import type { LanguageModel } from '../provider/language-model.ts';
import type { Succession } from '../provider/succession.ts';
import type { CallRecord } from '../record/call-record.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import { AgentVoice, type AgentVoiceOptions } from './agent-voice.ts';
import { HoldMusic } from './hold-music.ts';
import { OpenersAhead } from './openers-ahead.ts';
import { Replies } from './replies.ts';
import { phrasesOf } from './stock-phrases.ts';
import type { Synthesis } from './synthesis.ts';

export interface OpenAgentVoiceOptions extends Pick<AgentVoiceOptions, 'isWaitedFor' | 'discardUnplayed' | 'onEvent'> {
  agent: ConversationAgent;
  models: Succession<LanguageModel>;
  record: CallRecord;
  synthesis: Synthesis;
  tools: ToolDesk;
  /** What is said while a reply takes its time. */
  filler: () => string;
}

/** The voice of an agent whose replies come from a language model and are synthesized clause by clause. */
export function openAgentVoice(options: OpenAgentVoiceOptions): AgentVoice {
  const { agent, record, synthesis, tools } = options;
  const { whileWaiting, followsLanguage = false } = agent;
  const { clock, rate, dialogue, language, usage, warnings } = record;
  const replies = new Replies({
    models: options.models,
    prompt: () => tools.prompt ?? agent.prompt,
    tools: () => tools.definitions,
    synthesis,
    clock,
    dialogue,
    filler: options.filler,
    fillsOnce: whileWaiting === 'silence',
    parting: () => phrasesOf(agent, language.spoken.pack).parting,
    onWarning: (code, message) => warnings.add(code, message),
    onUsage: (name, used) => usage.noteTokens(name, used),
  });
  return new AgentVoice({
    replies,
    synthesis,
    openers: new OpenersAhead(synthesis),
    clock,
    dialogue,
    tools,
    rate,
    music: whileWaiting === 'music' ? new HoldMusic(rate) : null,
    isWaitedFor: options.isWaitedFor,
    discardUnplayed: options.discardUnplayed,
    onEvent: options.onEvent,
    onTurn: (turn) => record.addTurn(followsLanguage ? { ...turn, language: language.tag } : turn),
    onLatency: (latency) => record.noteLatency(latency),
  });
}
