import { VirtualTime } from '@parley/conversation/testing';
import { DeepgramServer } from '@parley/providers/testing';
import type { Pacer } from '@parley/rtp';
import type { UserAgent } from '@parley/sip';
import type { Account } from '../../../tests/specification/accounts.ts';
import { fetchWav } from '../../../tests/support/sound.ts';
import { AgentModel } from '../agent/agent-model.ts';
import { AgentVoice, type ServedClause } from '../agent/agent-voice.ts';
import { GREETING } from '../agent/sentences.ts';
import { ScriptedCaller } from '../caller/scripted-caller.ts';
import type { CallPlan } from '../cases/test-case.ts';
import type { ProviderDelays } from '../fast-call.ts';
import type { FastTask } from '../fast-task.ts';
import { channelOf, type RecordedCall } from '../recorded-call.ts';
import { saidAgain } from './said-again.ts';
import { ThinkingServer } from './thinking-server.ts';
import { TimedVoiceServer } from './timed-voice-server.ts';
import { ToldRecognizer } from './told-recognizer.ts';
import { callOverWire } from './wire-caller.ts';

/** The service's clock begins with the answer, the caller's with its first packet. */
const CLOCK_SLACK_MS = 500;
const LONGEST_CALL_FRAMES = 50 * 60 * 15;

/** A call that is over; its stimuli are still where the caller sent them. */
export interface WireCall extends RecordedCall {
  /** The caller's channel as it left. */
  sent: Int16Array;
}

interface Vendors {
  /** Null: the service listens itself. */
  ears: DeepgramServer | null;
  mind: ThinkingServer;
  mouth: TimedVoiceServer;
}

/** A number of the service, an agent, and vendors on loopback of its own: holds one call after the other. */
export class WireLine {
  readonly #account: Account;
  readonly #agentId: string;
  readonly #number: string;
  readonly #ears: DeepgramServer | null;
  readonly #mind: ThinkingServer;
  readonly #mouth: TimedVoiceServer;
  /** To the calls that it has held. */
  readonly #served: ServedClause[] = [];

  private constructor(account: Account, agentId: string, number: string, vendors: Vendors) {
    this.#account = account;
    this.#agentId = agentId;
    this.#number = number;
    this.#ears = vendors.ears;
    this.#mind = vendors.mind;
    this.#mouth = vendors.mouth;
  }

  static async open(account: Account, index: number, number: string, recognizer: FastTask['recognizer']) {
    const ears = recognizer === 'truth' ? await new DeepgramServer().start() : null;
    const [mind, mouth] = [await ThinkingServer.start(), await TimedVoiceServer.start()];
    const post = async (route: string, body: object): Promise<any> => {
      const response = await account.request('POST', route, { body });
      if (response.status !== 201) throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`);
      return response.body;
    };
    if (ears)
      await post('/providers', {
        vendor: 'deepgram',
        name: `ears-${index}`,
        base_url: ears.baseUrl,
        api_key: ears.apiKey,
      });
    await post('/providers', {
      vendor: 'openai-compatible',
      name: `mind-${index}`,
      base_url: mind.baseUrl,
      api_key: 'none',
    });
    await post('/providers', {
      vendor: 'cartesia',
      name: `mouth-${index}`,
      base_url: mouth.baseUrl,
      api_key: 'none',
    });
    const agent = await post('/agents', {
      ...{ name: `Bench ${index}`, prompt: 'You are Ann.', first_message: GREETING, disclosure: null },
      ...(ears && { transcriber: `ears-${index}/nova-3` }),
      ...{ model: `mind-${index}/talk`, voice_id: `mouth-${index}/voice` },
      turn_taking: { reminder_ms: 15_000, end_ms: 30_000 },
    });
    await post('/numbers', { phone_number: number, agent_id: agent.agent_id });
    return new WireLine(account, agent.agent_id, number, { ears, mind, mouth });
  }

  async call(plan: CallPlan, delays: ProviderDelays, userAgent: UserAgent, pacer: Pacer): Promise<WireCall> {
    const time = new VirtualTime();
    const caller = new ScriptedCaller(plan);
    const model = new AgentModel(time, delays.modelMs, plan);
    const voice = new AgentVoice(time, delays.voiceMs);
    this.#mind.model = model;
    this.#mouth.voice = voice;
    const recognizer = this.#ears && (await ToldRecognizer.open(this.#ears, time, caller, delays.recognizerMs));
    let frames = 0;
    const sent = await callOverWire(userAgent, pacer, this.#account.service.address.sipPort, this.#number, (heard) => {
      frames += 1;
      if (caller.isDone || frames > LONGEST_CALL_FRAMES) return null;
      const frame = caller.tick(heard);
      time.advance();
      recognizer?.write(frame);
      return frame;
    });
    recognizer?.close();
    return this.#recorded(plan, caller, sent, model, voice);
  }

  async close(): Promise<void> {
    this.#mind.close();
    this.#mouth.close();
    await this.#ears?.close();
  }

  async #recorded(
    plan: CallPlan,
    caller: ScriptedCaller,
    sent: Int16Array[],
    model: AgentModel,
    voice: AgentVoice,
  ): Promise<WireCall> {
    const { body } = await this.#account.request('GET', `/calls?direction=inbound&agent_id=${this.#agentId}`);
    const isOver = (call: any) =>
      call.phase === 'ended' && call.recording_stereo_url !== null && call.analysis !== null;
    const call = await this.#account.service.callWhen(body.data[0].call_id, isOver);
    const { samples } = await fetchWav(call.recording_stereo_url);
    const channel = (offset: number) =>
      Int16Array.from({ length: samples.length / 2 }, (_, index) => samples[2 * index + offset]!);
    const [left, right] = [channel(0), channel(1)];
    const served = voice.served.map((clause) => ({ ...clause, atMs: Math.max(0, clause.atMs - CLOCK_SLACK_MS) }));
    const replies = model.replies.map((reply) => ({ ...reply, atMs: Math.max(0, reply.atMs - CLOCK_SLACK_MS) }));
    const turns = call.transcript.map((turn: any) => ({
      ...turn,
      startMs: turn.start * 1000,
      endMs: turn.end * 1000,
      interrupted: turn.interrupted ?? false,
    }));
    const clauses = saidAgain(served, this.#served, replies, turns);
    this.#served.push(...served);
    return {
      id: plan.id,
      caller: left,
      agent: right,
      stimuli: caller.played,
      sent: channelOf(sent),
      replies,
      clauses,
      turns,
    };
  }
}
