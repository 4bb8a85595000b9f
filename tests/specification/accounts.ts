import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Service } from '../support/service.ts';
import type { Answer } from './answers.ts';

/** The numbers of the simulated phone whose calls are over without a word. */
export const BUSY = '+12025550102';
export const REJECTS = '+12025550105';
/** Rings, and is not answered. */
export const RINGS = '+12025550103';
export const TALKS = '+12025550101';

/** Well formed, and of no account. */
export const unknownId = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;

type RequestOptions = NonNullable<Parameters<Service['request']>[2]>;

/** An account as its owner uses it: its key, and the demo agents it came with. */
export class Account {
  readonly service: Service;
  readonly accountId: string;
  readonly key: string;
  readonly agentIds: string[];

  private constructor(service: Service, accountId: string, key: string, agentIds: string[]) {
    this.service = service;
    this.accountId = accountId;
    this.key = key;
    this.agentIds = agentIds;
  }

  /** The account of the installation: enterprise, with the figures of the environment. */
  static async first(service: Service): Promise<Account> {
    const { data } = await service.parley('accounts', 'list');
    return Account.#of(service, data[0].account_id, service.apiKey);
  }

  static async create(service: Service, plan: string): Promise<Account> {
    const made = await service.parley('accounts', 'create', '--name', `On ${plan}`, '--plan', plan);
    return Account.#of(service, made.account_id, made.api_key);
  }

  static async #of(service: Service, accountId: string, key: string): Promise<Account> {
    const { body } = await service.request('GET', '/agents', { key });
    const agentIds = body.data.map((agent: any) => agent.agent_id);
    return new Account(service, accountId, key, agentIds);
  }

  get agentId(): string {
    return this.agentIds[0]!;
  }

  /** The simulated number that it came with, which rings the first agent. */
  async number(): Promise<string> {
    return (await this.request('GET', '/numbers')).body.data[0].phone_number;
  }

  request(method: string, route: string, options: RequestOptions = {}): Promise<Answer> {
    return this.service.request(method, route, { key: this.key, ...options });
  }

  /** A call with the first agent to the number that is busy at once, changed as is said. */
  place(change: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('POST', '/call', {
      body: { agent_id: this.agentId, recipient_phone: BUSY, ...change },
      headers,
    });
  }

  /** The call, when it is as wanted; the test's own time limit ends the waiting. */
  async callWhen(callId: string, isWanted: (call: any) => boolean): Promise<any> {
    for (const pause of growingPauses()) {
      const { body } = await this.request('GET', `/calls/${callId}`);
      if (isWanted(body)) return body;
      await pause();
    }
  }

  callOver(callId: string): Promise<any> {
    return this.callWhen(callId, (call) => call.phase === 'ended');
  }

  /** Places a call that must be accepted, and resolves when it is over. */
  async call(change: object = {}): Promise<any> {
    const placed = await this.place(change);
    if (placed.status !== 201) throw new Error(`the call was answered with ${JSON.stringify(placed.body)}`);
    return this.callOver(placed.body.call_id);
  }

  /**
   * A call in which the agent gets to say something, which its longest duration ends: doubled until it suffices, since
   * how soon a sentence is synthesized depends on the load of the host.
   */
  async callWithWords(change: object, maxDuration: number): Promise<any> {
    for (let seconds = maxDuration; ; seconds *= 2) {
      const call = await this.call({ ...change, max_duration: seconds });
      if (call.status !== 'completed') throw new Error(`the call ended ${call.status}: ${call.end_reason}`);
      if (call.transcript.some((turn: any) => turn.role === 'agent' && turn.text !== '')) return call;
    }
  }

  /** Ends what is under way, so that the next test finds the line free. */
  async hangUp(callId: string): Promise<any> {
    await this.request('POST', `/calls/${callId}/hangup`);
    return this.callOver(callId);
  }

  /** One more agent, by the command line. */
  async newAgent(settings: object = {}): Promise<any> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-agent-'));
    const file = path.join(directory, 'agent.json');
    try {
      await writeFile(file, JSON.stringify({ name: 'Another', prompt: 'Be brief.', ...settings }));
      return await this.service.parley('agents', 'create', '--account', this.accountId, '--file', file);
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  /** One more key, with these permissions alone. */
  async newKey(...permissions: string[]): Promise<{ key_id: string; api_key: string }> {
    return this.service.parley(
      ...['keys', 'create', '--account', this.accountId, '--permissions', permissions.join(',')],
    );
  }
}
