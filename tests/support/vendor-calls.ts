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
import { Account } from '../specification/accounts.ts';
import { freePort } from './ports.ts';
import { Service } from './service.ts';
import { SipCaller } from './sip-caller.ts';

interface VendorServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  when(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

type Ears = SpeechToTextServer & VendorServer;
type Mind = LanguageModelServer & VendorServer;
type Mouth = TextToSpeechServer & VendorServer;

/** Vendors on loopback, by what an agent chooses: the vendor, and the part after the slash. */
export const ears = {
  'deepgram/nova-3': () => new DeepgramServer().start(),
  assemblyai: () => new AssemblyAiServer().start(),
  cartesia: () => new CartesiaServer().start(),
  elevenlabs: () => new ElevenLabsServer().start(),
} satisfies Record<string, () => Promise<Ears>>;
export const minds = {
  'anthropic/claude-haiku-4-5': () => new AnthropicServer().start(),
  'openai/gpt-4.1-mini': () => new OpenAiServer().start(),
  'google/gemini-3.5-flash': () => new GoogleServer().start(),
  'groq/llama-3.3-70b-versatile': () => new OpenAiServer().start(),
} satisfies Record<string, () => Promise<Mind>>;
export const voices = {
  'elevenlabs/EXAVITQu4vr4xnSDxMaL': () => new ElevenLabsServer().start(),
  'cartesia/f786b574-daa5-4673-aa0c-cbe3e8534c02': () => new CartesiaServer().start(),
  'deepgram/aura-2-thalia-en': () => new DeepgramServer().start(),
  'openai/alloy': () => new OpenAiServer().start(),
} satisfies Record<string, () => Promise<Mouth>>;

/** A vendor as an agent of the account names it, and its server. */
export interface Connected<T> {
  choice: string;
  server: T;
}

/** Three vendors: one listens, one thinks, one speaks. */
export interface Mix {
  ears: Connected<Ears>;
  mind: Connected<Mind>;
  voice: Connected<Mouth>;
}

/** Hears what the caller is about to say, at the next question for it, and nothing else. */
export class Listener {
  words: string | null = null;
  /** How much it had listened to when it was asked for the words. */
  listenedMs = 0;
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
      if (this.words !== null) this.listenedMs = endMs;
      this.#server.settle({ text: this.words ?? '', startMs: Math.max(0, endMs - 1500), endMs });
      this.words = null;
    }
  }
}

/** Calls over SIP of a service whose vendors are servers of these tests. */
export class VendorCalls {
  readonly service: Service;
  readonly #account: Account;
  readonly #line: SipCaller;
  readonly #numbers: string[];
  readonly #started: VendorServer[] = [];

  private constructor(service: Service, account: Account, line: SipCaller, numbers: string[]) {
    this.service = service;
    this.#account = account;
    this.#line = line;
    this.#numbers = numbers;
  }

  static async start(): Promise<VendorCalls> {
    const trunkPort = await freePort();
    const service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
    const account = await Account.first(service);
    const line = await SipCaller.start(trunkPort);
    const offers = await Promise.all(
      ['415', '212'].map((areaCode) => account.request('GET', `/numbers/available?area_code=${areaCode}`)),
    );
    const numbers = offers.flatMap(({ body }) => body.data.map(({ phone_number }: any) => phone_number));
    return new VendorCalls(service, account, line, numbers);
  }

  async close(): Promise<void> {
    await this.#line.close();
    await this.service.remove();
    await Promise.all(this.#started.map((server) => server.close()));
  }

  /** A server for this call alone, and the account's provider that leads there. */
  async connected<T extends VendorServer>(
    choices: Record<string, () => Promise<T>>,
    choice: string,
    name: string,
  ): Promise<Connected<T>> {
    const [vendor, model] = choice.split('/');
    const server = await choices[choice]!();
    this.#started.push(server);
    const body = { vendor, name, base_url: server.baseUrl, api_key: server.apiKey };
    await this.#created('/providers', body);
    return { choice: model === undefined ? name : `${name}/${model}`, server };
  }

  /** The vendors of this place in their lists. */
  async mixOf(index: number, name: string): Promise<Mix> {
    const chosen = (choices: object): string => Object.keys(choices)[index % Object.keys(choices).length]!;
    return {
      ears: await this.connected<Ears>(ears, chosen(ears), `${name}-ears`),
      mind: await this.connected<Mind>(minds, chosen(minds), `${name}-mind`),
      voice: await this.connected<Mouth>(voices, chosen(voices), `${name}-voice`),
    };
  }

  /** A caller whom an agent has greeted; the others are behind its own vendors. */
  async talking(name: string, firstMessage: string, [mix, ...others]: [Mix, ...Partial<Mix>[]]): Promise<Talk> {
    const chosen = (role: keyof Mix): string[] => others.flatMap((other) => other[role]?.choice ?? []);
    const { agent_id } = await this.#created('/agents', {
      ...{ name, prompt: 'You sell tickets.', first_message: firstMessage, disclosure: null },
      ...{ transcriber: mix.ears.choice, model: mix.mind.choice, voice_id: mix.voice.choice },
      fallbacks: { transcriber: chosen('ears'), model: chosen('mind'), voice_id: chosen('voice') },
      turn_taking: { endpointing_ms: 600 },
    });
    const phone_number = this.#numbers.pop();
    await this.#created('/numbers', { phone_number, agent_id });
    const caller = this.#line.another();
    await caller.call(this.service.address.sipPort, phone_number!);
    await caller.agentStopped();
    return { caller, over: () => this.#over(agent_id) };
  }

  async #over(agentId: string): Promise<any> {
    const { body: calls } = await this.#account.request('GET', `/calls?direction=inbound&agent_id=${agentId}`);
    return this.service.callWhen(calls.data[0].call_id, ({ analysis }: any) => analysis !== null);
  }

  async #created(route: string, body: object): Promise<any> {
    const created = await this.#account.request('POST', route, { body });
    if (created.status !== 201) throw new Error(`POST ${route}: ${JSON.stringify(created.body)}`);
    return created.body;
  }
}

interface Talk {
  caller: SipCaller;
  /** Resolves with the call when it is analyzed. */
  over(): Promise<any>;
}

/** All three are gone. */
export const lose = ({ ears, mind, voice }: Mix): Promise<unknown> =>
  Promise.all([ears.server, mind.server, voice.server].map((server) => server.close()));
