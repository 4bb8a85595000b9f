import { Worker } from 'node:worker_threads';
import type { AudioRateHz } from '@parley/audio';
import type { SaidOver } from '@parley/conversation/provider';
import type { CepstralMean } from '../recognition/cepstral-mean.ts';
import type { SpokenPiece } from '../synthesis/spoken-piece.ts';
import type { SpeechCommand, SpeechReport, SpeechWorkerData } from './messages.ts';

type UtteranceReport = Exclude<SpeechReport, { job: number } | { type: 'ready' }>;
/** Told everything about one utterance until its `final` or `recognition_failed`. */
type UtteranceListener = (report: UtteranceReport) => void;

interface SpeakJob {
  resolve: (piece: SpokenPiece) => void;
  reject: (error: Error) => void;
}

/** Why a thread no longer works. */
const CLOSED = 'the speech worker was closed';

/** One worker thread that speaks and recognizes, seen from the thread that uses it. */
export class SpeechThread {
  private readonly worker: Worker;
  private readonly jobs = new Map<number, SpeakJob>();
  private readonly utterances = new Map<number, UtteranceListener>();
  private nextNumber = 1;
  private failure: Error | null = null;
  private readonly ready: Promise<void>;

  /** `onFailure` is called once when the thread ends without `close`. */
  constructor(data: SpeechWorkerData, onFailure: () => void) {
    this.worker = new Worker(new URL('./speech-worker.ts', import.meta.url), { workerData: data });
    this.ready = new Promise((resolve, reject) => {
      this.worker.on('message', (report: SpeechReport) => (report.type === 'ready' ? resolve() : this.receive(report)));
      const fail = (error: Error) => {
        if (this.failure) return;
        this.fail(error);
        reject(error);
        onFailure();
      };
      this.worker.on('error', fail);
      this.worker.on('exit', (code) => fail(new Error(`the speech worker ended with code ${code}`)));
    });
    // A thread that replaces a failed one is not waited for: its users see the failure.
    this.ready.catch(() => {});
  }

  /** Resolves when the models are loaded. */
  whenReady(): Promise<void> {
    return this.ready;
  }

  get alive(): boolean {
    return this.failure === null;
  }

  get isSpeaking(): boolean {
    return this.jobs.size > 0;
  }

  /** One piece of text as mono. */
  speak(text: string, spoken: { voice: string; rateHz: AudioRateHz }): Promise<SpokenPiece> {
    if (this.failure) return Promise.reject(this.failure);
    const job = this.nextNumber++;
    return new Promise((resolve, reject) => {
      this.jobs.set(job, { resolve, reject });
      this.post({ type: 'speak', job, text, ...spoken });
    });
  }

  prepare(hints: string[]): void {
    this.post({ type: 'prepare', hints });
  }

  /** Begins an utterance of a voice with this mean and returns its number. */
  begin(hints: string[], mean: CepstralMean, listener: UtteranceListener): number {
    const utterance = this.nextNumber++;
    if (this.failure) {
      const message = this.failure.message;
      queueMicrotask(() => listener({ type: 'recognition_failed', utterance, message }));
      return utterance;
    }
    this.utterances.set(utterance, listener);
    this.post({ type: 'begin', utterance, hints, mean });
    return utterance;
  }

  /** The samples are given away: the caller's array is empty afterwards. */
  hear(utterance: number, samples: Int16Array<ArrayBuffer>): void {
    this.post({ type: 'audio', utterance, samples }, [samples.buffer]);
  }

  end(utterance: number, said?: SaidOver): void {
    this.post({ type: 'end', utterance, ...said });
  }

  abandon(utterance: number): void {
    if (this.utterances.delete(utterance)) this.post({ type: 'abandon', utterance });
  }

  /** Idempotent. What is under way fails. */
  async close(): Promise<void> {
    if (!this.failure) this.fail(new Error(CLOSED));
    await this.worker.terminate();
  }

  private post(command: SpeechCommand, transfer: ArrayBuffer[] = []): void {
    if (!this.failure) this.worker.postMessage(command, transfer);
  }

  private receive(report: Exclude<SpeechReport, { type: 'ready' }>): void {
    if (report.type === 'spoken' || report.type === 'speak_failed') {
      const job = this.jobs.get(report.job);
      this.jobs.delete(report.job);
      if (report.type === 'spoken') job?.resolve(report.piece);
      else job?.reject(new Error(report.message));
      return;
    }
    const listener = this.utterances.get(report.utterance);
    if (report.type !== 'partial') this.utterances.delete(report.utterance);
    listener?.(report);
  }

  private fail(error: Error): void {
    this.failure = error;
    for (const { reject } of this.jobs.values()) reject(error);
    this.jobs.clear();
    const { message } = error;
    for (const [utterance, listener] of this.utterances) listener({ type: 'recognition_failed', utterance, message });
    this.utterances.clear();
  }
}
