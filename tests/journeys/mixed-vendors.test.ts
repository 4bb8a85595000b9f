import {
  AnthropicServer,
  AssemblyAiServer,
  CartesiaServer,
  DeepgramServer,
  ElevenLabsServer,
  GoogleServer,
  type LanguageModelServer,
  OpenAiServer,
  type SpeechToTextServer,
  type TextToSpeechServer,
} from '@parley/providers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { longestPause } from '../support/pauses.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';
import { fetchWav } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';

const GREETING = 'Hello. This is Ann. What can I do for you?';
const [FIRST, SECOND] = ['two tickets please', 'for tomorrow evening'];
const [FIRST_ANSWER, SECOND_ANSWER] = ['Of course. For which day?', 'They are on their way.'];
/** From the caller's last sound: the silence that ends a turn, and the pause that a vendor may make who takes over. */
const LONGEST_PAUSE_S = 0.6 + 2;

interface VendorServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  when(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

type Ears = SpeechToTextServer & VendorServer;
type Mind = LanguageModelServer & VendorServer;
type Mouth = TextToSpeechServer & VendorServer;

const ears: Record<string, () => Promise<Ears>> = {
  'deepgram/nova-3': () => new DeepgramServer().start(),
  assemblyai: () => new AssemblyAiServer().start(),
  cartesia: () => new CartesiaServer().start(),
  elevenlabs: () => new ElevenLabsServer().start(),
};
const minds: Record<string, () => Promise<Mind>> = {
  'anthropic/claude-haiku-4-5': () => new AnthropicServer().start(),
  'openai/gpt-4.1-mini': () => new OpenAiServer().start(),
  'google/gemini-3.5-flash': () => new GoogleServer().start(),
  'groq/llama-3.3-70b-versatile': () => new OpenAiServer().start(),
};
const voices: Record<string, () => Promise<Mouth>> = {
  'elevenlabs/EXAVITQu4vr4xnSDxMaL': () => new ElevenLabsServer().start(),
  'cartesia/f786b574-daa5-4673-aa0c-cbe3e8534c02': () => new CartesiaServer().start(),
  'deepgram/aura-2-thalia-en': () => new DeepgramServer().start(),
  'openai/alloy': () => new OpenAiServer().start(),
};

/** Three vendors: one listens, one thinks, one speaks. */
interface Mix {
  ears: { choice: string; server: Ears };
  mind: { choice: string; server: Mind };
  voice: { choice: string; server: Mouth };
}

let service: Service;
let account: Account;
let line: SipCaller;
let sounds: Int16Array[];
const numbers: string[] = [];
const started: VendorServer[] = [];

beforeAll(async () => {
  sounds = await spoken(FIRST!, SECOND!);
  const trunkPort = await freePort();
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
  account = await Account.first(service);
  line = await SipCaller.start(trunkPort);
  const { body: offers } = await account.request('GET', '/numbers/available?area_code=415');
  numbers.push(...offers.data.map(({ phone_number }: any) => phone_number));
});

afterAll(async () => {
  await line?.close();
  await service?.remove();
  await Promise.all(started.map((server) => server.close()));
});

/** A server for this call alone, and the account's provider that leads there. */
async function connected<T extends VendorServer>(
  choices: Record<string, () => Promise<T>>,
  index: number,
  name: string,
): Promise<{ choice: string; server: T }> {
  const entries = Object.entries(choices);
  const [choice, start] = entries[index % entries.length]!;
  const [vendor, model] = choice.split('/');
  const server = await start();
  started.push(server);
  const body = { vendor, name, base_url: server.baseUrl, api_key: server.apiKey };
  const { status, body: provider } = await account.request('POST', '/providers', { body });
  expect([status, provider.name], JSON.stringify(provider)).toEqual([201, name]);
  return { choice: model === undefined ? name : `${name}/${model}`, server };
}

async function mixOf(index: number, name: string): Promise<Mix> {
  return {
    ears: await connected(ears, index, `${name}-ears`),
    mind: await connected(minds, index, `${name}-mind`),
    voice: await connected(voices, index, `${name}-voice`),
  };
}

/** Hears what the caller is about to say, at the next question for it, and nothing else. */
class Listener {
  words: string | null = null;
  #answered = 0;
  readonly #server: Ears;

  constructor(server: Ears) {
    this.#server = server;
    void this.#listen();
  }

  async #listen(): Promise<void> {
    for (;;) {
      await this.#server.when(() => this.#server.finalizes > this.#answered);
      this.#answered += 1;
      const endMs = this.#server.heardMs;
      this.#server.settle({ text: this.words ?? '', startMs: Math.max(0, endMs - 1500), endMs });
      this.words = null;
    }
  }
}

const names = ['first', 'second', 'third', 'fourth'];

describe.concurrent('ears, mind and voice of three vendors', () => {
  test.each(names.map((name, index) => [name, index] as const))(
    '%s mix, and the next one from mid-call on',
    async (name, index) => {
      const [mix, next] = [await mixOf(index, name), await mixOf(index + 1, `${name}-next`)];
      const listeners = [new Listener(mix.ears.server), new Listener(next.ears.server)];
      mix.mind.server.answerNext({ text: [FIRST_ANSWER!] });
      next.mind.server.answerNext({ text: [SECOND_ANSWER!] });
      const settings = {
        ...{ name, prompt: 'You sell tickets.', first_message: GREETING, disclosure: null },
        ...{ transcriber: mix.ears.choice, model: mix.mind.choice, voice_id: mix.voice.choice },
        fallbacks: { transcriber: [next.ears.choice], model: [next.mind.choice], voice_id: [next.voice.choice] },
        turn_taking: { endpointing_ms: 600 },
      };
      const { status, body: agent } = await account.request('POST', '/agents', { body: settings });
      expect(status, JSON.stringify(agent)).toBe(201);
      const phone_number = numbers.pop()!;
      await account.request('POST', '/numbers', { body: { phone_number, agent_id: agent.agent_id } });

      const caller = line.another();
      await caller.call(service.address.sipPort, phone_number);
      await caller.agentStopped();
      listeners[0]!.words = FIRST!;
      await caller.say(sounds[0]!);
      await caller.agentStopped();
      await Promise.all([mix.ears.server.close(), mix.mind.server.close(), mix.voice.server.close()]);
      listeners[1]!.words = SECOND!;
      await caller.say(sounds[1]!);
      await caller.agentStopped();
      await caller.hangUp();

      const { body: calls } = await account.request('GET', `/calls?direction=inbound&agent_id=${agent.agent_id}`);
      const call = await service.callWhen(calls.data[0].call_id, ({ analysis }: any) => analysis !== null);
      expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
      const said = call.transcript.map(({ role, text }: any) => `${role}: ${text}`);
      expect(said).toEqual([
        `agent: ${GREETING}`,
        `user: ${FIRST}`,
        `agent: ${FIRST_ANSWER}`,
        `user: ${SECOND}`,
        `agent: ${SECOND_ANSWER}`,
      ]);
      expect(next.voice.server.clauses.join(' ')).toContain('on their way');
      for (const role of ['listens', 'answers', 'speaks'])
        expect(call.analysis.warnings.filter((text: string) => text.includes(`${role} from here on`))).toHaveLength(1);
      expect(longestPause(await fetchWav(call.recording_stereo_url))).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    },
  );
});
