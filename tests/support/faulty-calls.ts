import { Account } from '../specification/accounts.ts';
import { type Fault, FaultServer } from './fault-server.ts';
import { type SpokenSentence, spokenSentences } from './known-speech.ts';
import { OwnSpeechServer } from './own-speech-server.ts';
import { freePort } from './ports.ts';
import { Service } from './service.ts';
import { SipCaller } from './sip-caller.ts';

/** No caller waits longer for an agent that is there (measured in the recording). */
export const LONGEST_PAUSE_S = 2.5;
export const GREETING = 'Hello, what can I do for you?';
const QUESTION = 'two tickets please';
export const ANSWER = 'Of course. They are on their way.';
export const FILLER = 'One moment, please.';
export const STILL = "I'm still on it.";
export const APOLOGY = "Sorry, I'm having technical difficulties. Goodbye.";

/** Calls of a service whose vendors fail, in each call in another way. */
export class FaultyCalls {
  readonly service: Service;
  readonly account: Account;
  readonly question: SpokenSentence;
  readonly #own: OwnSpeechServer;
  readonly #faults: FaultServer;
  readonly #line: SipCaller;
  readonly #numbers: string[];

  private constructor(parts: {
    service: Service;
    account: Account;
    question: SpokenSentence;
    own: OwnSpeechServer;
    faults: FaultServer;
    line: SipCaller;
    numbers: string[];
  }) {
    this.service = parts.service;
    this.account = parts.account;
    this.question = parts.question;
    this.#own = parts.own;
    this.#faults = parts.faults;
    this.#line = parts.line;
    this.#numbers = parts.numbers;
  }

  static async start(): Promise<FaultyCalls> {
    const [question] = (await spokenSentences([QUESTION])) as [SpokenSentence];
    const own = await OwnSpeechServer.start([question]);
    const faults = await FaultServer.start(own.url);
    const trunkPort = await freePort();
    const service = await Service.start({
      OPENAI_COMPATIBLE_BASE_URL: own.url,
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
    });
    const account = await Account.first(service);
    const line = await SipCaller.start(trunkPort);
    const offers = await Promise.all(
      ['415', '212'].map((areaCode) => account.request('GET', `/numbers/available?area_code=${areaCode}`)),
    );
    const numbers = offers.flatMap(({ body }) => body.data.map(({ phone_number }: any) => phone_number));
    return new FaultyCalls({ service, account, question, own, faults, line, numbers });
  }

  async close(): Promise<void> {
    await this.#line.close();
    await this.service.remove();
    this.#faults.close();
    await this.#own.close();
  }

  /** A vendor that the account has, and that fails so. Whatever it hears is the question: what is understood is not tested. */
  async vendor(name: string, fault: Fault): Promise<string> {
    const hears: Fault = ({ route, response }) => {
      if (route !== '/audio/transcriptions') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: QUESTION }));
      return true;
    };
    const base_url = this.#faults.add(name, (request) => fault(request) || hears(request));
    const body = { vendor: 'openai-compatible', name, base_url };
    await this.#created('/providers', body);
    return name;
  }

  /** A call in which the caller asks something once the agent has greeted; it is over when the agent hangs up. */
  async asked(name: string, settings: object, meanwhile?: (caller: SipCaller) => Promise<void>): Promise<any> {
    const { agent_id } = await this.#agent(name, { first_message: GREETING, ...settings });
    const caller = this.#line.another();
    const phone_number = this.#numbers.pop()!;
    await this.#created('/numbers', { phone_number, agent_id });
    await caller.call(this.service.address.sipPort, phone_number);
    await caller.agentStopped();
    await caller.say(this.question.samples);
    await meanwhile?.(caller);
    await caller.ended();
    const { body: placed } = await this.account.request('GET', `/calls?direction=inbound&agent_id=${agent_id}`);
    return this.#analyzed(placed.data[0].call_id);
  }

  /** A call to the simulated phone of this number, which the agent's model opens. */
  async placed(name: string, recipient_phone: string, settings: object): Promise<any> {
    const { agent_id } = await this.#agent(name, settings);
    const { call_id } = await this.#created('/call', { agent_id, recipient_phone });
    return this.#analyzed(call_id);
  }

  #analyzed(callId: string): Promise<any> {
    return this.service.callWhen(callId, ({ analysis }: any) => analysis !== null);
  }

  #agent(name: string, settings: object): Promise<any> {
    return this.#created('/agents', {
      name,
      prompt: 'You sell tickets.',
      ...{ model: 'openai-compatible/talk', voice_id: 'openai-compatible/alloy', transcriber: name },
      disclosure: null,
      ...settings,
    });
  }

  async #created(route: string, body: object): Promise<any> {
    const created = await this.account.request('POST', route, { body });
    if (created.status !== 201) throw new Error(`POST ${route}: ${JSON.stringify(created.body)}`);
    return created.body;
  }
}

export const saidBy = (call: any, role: string): string[] =>
  call.transcript.filter((turn: any) => turn.role === role).map(({ text }: any) => text);
