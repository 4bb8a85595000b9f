import type { wrapLanguageModel } from 'ai';

/** A model as the AI SDK takes it, of its newest specification. */
export type SdkInterface = ReturnType<typeof wrapLanguageModel>;
export type CallOptions = Parameters<SdkInterface['doStream']>[0];
export type StreamResult = Awaited<ReturnType<SdkInterface['doStream']>>;
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
type Finish = Extract<StreamPart, { type: 'finish' }>;
export type FinishReason = Finish['finishReason']['unified'];
export type Usage = Finish['usage'];
