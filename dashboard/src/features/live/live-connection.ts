import { LIVE_PATH, type LiveCommand, LiveMessage } from '@parley/contract';
import { LIVE_RATE_HZ } from './live-sound.ts';
import { initialLiveState, type LiveState, nextLiveState } from './live-state.ts';
import { Microphone } from './microphone.ts';
import { Speaker } from './speaker.ts';

export type LiveBeginning = Extract<LiveCommand, { type: 'talk' | 'listen' }>;

/** One live call in this browser: its socket, its speaker, and its microphone while it is needed. */
export class LiveConnection {
  readonly #listeners = new Set<() => void>();
  readonly #begin: LiveBeginning;
  #state = initialLiveState;
  #socket: WebSocket | null = null;
  #speaker: Speaker | null = null;
  #microphone: Microphone | null = null;
  #isMuted = false;
  #isClosed = false;

  constructor(begin: LiveBeginning) {
    this.#begin = begin;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): LiveState => this.#state;

  /** Call it in the handler of a click. A talk has the microphone from its beginning on. */
  async open(): Promise<void> {
    try {
      this.#keep(await Speaker.open());
      if (this.#begin.type === 'talk') await this.#openMicrophone();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!this.#isClosed) this.#connect();
  }

  send(command: LiveCommand): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  /** The caller hears this browser's microphone, and the agent is silent. */
  async takeOver(): Promise<void> {
    this.#isMuted = false;
    try {
      await this.#openMicrophone();
      this.send({ type: 'take_over' });
    } catch (error) {
      this.#change({ problem: wordsOf(error) });
    }
  }

  giveBack(): void {
    this.send({ type: 'give_back' });
    this.#closeMicrophone();
  }

  /** Also while the microphone is being opened, which waits for the person's permission. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    if (this.#microphone) this.#microphone.isMuted = isMuted;
  }

  /** How loud what is heard is, from 0 to 1. */
  level(): number {
    return this.#speaker?.level() ?? 0;
  }

  /** Leaves the call: a talk ends by it, a call that was listened to goes on. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#closeMicrophone();
    this.#speaker?.close();
    this.#speaker = null;
    this.#change({ connection: 'closed', hasFloor: false });
  }

  #connect(): void {
    const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${LIVE_PATH}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      this.#change({ connection: 'open' });
      this.send({ ...this.#begin, sample_rate: LIVE_RATE_HZ });
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => this.#receive(data);
    socket.onclose = ({ code }) => {
      const isLost = !this.#isClosed && !this.#state.hasEnded && this.#state.problem === null;
      if (isLost) this.#change({ problem: `The connection was lost (${code}). The call may continue without you.` });
      this.close();
    };
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      this.#speaker?.play(data);
      return;
    }
    const message = LiveMessage.safeParse(JSON.parse(data));
    // A service that is newer than this page may send what the page does not know.
    if (!message.success) return;
    if (message.data.type === 'clear') this.#speaker?.clear();
    // The takeover was refused, so the microphone is not needed.
    if (message.data.type === 'error' && message.data.command === 'take_over') this.#closeMicrophone();
    if (message.data.type === 'floor' && this.#begin.type === 'listen' && !message.data.is_me) this.#closeMicrophone();
    this.#change(nextLiveState(this.#state, message.data));
    // Refused at its beginning, there is nothing to stay for.
    if (message.data.type === 'error' && this.#state.callId === null) this.close();
  }

  async #openMicrophone(): Promise<void> {
    if (this.#microphone) return;
    const microphone = await Microphone.open((frame) => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
    });
    microphone.isMuted = this.#isMuted;
    if (this.#isClosed) microphone.close();
    else this.#microphone = microphone;
  }

  #closeMicrophone(): void {
    this.#microphone?.close();
    this.#microphone = null;
  }

  /** It may have been left while the speaker was opened. */
  #keep(speaker: Speaker): void {
    if (this.#isClosed) speaker.close();
    else this.#speaker = speaker;
  }

  #fail(error: unknown): void {
    this.#change({ problem: wordsOf(error) });
    this.close();
  }

  #change(changes: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The audio cannot be used.';
}
