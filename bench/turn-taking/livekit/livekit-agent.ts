import { SAMPLE_RATE_HZ } from '@parley/audio';
import { type SpeechToTextStream, spokenText } from '@parley/conversation';
import type { AgentModel } from '../agent/agent-model.ts';
import type { AgentVoice } from '../agent/agent-voice.ts';

/** What a session of LiveKit asks for its turns. */
export interface LiveKitParts {
  stream: SpeechToTextStream;
  model: AgentModel;
  voice: AgentVoice;
}

/** An agent whose recognizer, model and voice are those of the bench, and what a session wants besides. */
export function openAgent({ agents, rtc }: { agents: any; rtc: any }, { stream, model, voice }: LiveKitParts) {
  const { INTERIM_TRANSCRIPT, FINAL_TRANSCRIPT } = agents.stt.SpeechEventType;
  class BenchAgent extends agents.voice.Agent {
    async sttNode(): Promise<ReadableStream> {
      return streamOf(async function* () {
        for await (const event of stream) {
          if ((event.type !== 'partial' && event.type !== 'final') || event.text === '') continue;
          const alternative = { language: 'en', text: event.text, startTime: 0, endTime: 0, confidence: 1 };
          yield { type: event.type === 'partial' ? INTERIM_TRANSCRIPT : FINAL_TRANSCRIPT, alternatives: [alternative] };
        }
      });
    }

    async llmNode(): Promise<ReadableStream> {
      return streamOf(async function* () {
        const request = { prompt: '', messages: [], tools: [], signal: new AbortController().signal };
        for await (const event of model.respond(request)) if (event.type === 'text') yield event.delta;
      });
    }

    async ttsNode(text: AsyncIterable<string>): Promise<ReadableStream> {
      return streamOf(async function* () {
        for await (const sentence of sentencesOf(text)) {
          const request = { text: sentence, voice: 'bench', language: 'en', signal: new AbortController().signal };
          for await (const { samples } of spokenText(voice, request))
            yield new rtc.AudioFrame(samples.slice(), SAMPLE_RATE_HZ, 1, samples.length);
        }
      });
    }
  }
  return new (BenchAgent as any)({ instructions: 'You are Ann.', ...standIns(agents) });
}

/** A session does nothing without them, and asks the agent's nodes. */
function standIns(agents: any): object {
  class Recognizer extends agents.stt.STT {
    label = 'bench';
    constructor() {
      super({ streaming: true, interimResults: true });
    }
    stream(): never {
      throw new Error('the node listens');
    }
  }
  class Model extends agents.llm.LLM {
    label(): string {
      return 'bench';
    }
    chat(): never {
      throw new Error('the node replies');
    }
  }
  class Voice extends agents.tts.TTS {
    label = 'bench';
    constructor() {
      super(SAMPLE_RATE_HZ, 1, { streaming: true });
    }
    stream(): never {
      throw new Error('the node speaks');
    }
  }
  return { stt: new Recognizer(), llm: new Model(), tts: new Voice() };
}

async function* sentencesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let open = '';
  for await (const delta of text) {
    open += delta;
    if (!/[.!?]\s*$/.test(open)) continue;
    yield open.trim();
    open = '';
  }
  if (open.trim() !== '') yield open.trim();
}

const streamOf = (make: () => AsyncGenerator<unknown>): ReadableStream => ReadableStream.from(make());
