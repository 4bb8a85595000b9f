import type { SpeechToText } from '@parley/conversation/provider';
import type { OpenVocabulary } from '../open-vocabulary/open-vocabulary.ts';
import { BuiltinSpeechToText, type RecognitionThread } from '../recognition/builtin-speech-to-text.ts';
import { RecognitionLag } from '../recognition/recognition-lag.ts';
import { Recognizer } from '../recognition/recognizer.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';
import type { SpeechReport } from '../worker/messages.ts';

type Listener = Parameters<RecognitionThread['begin']>[2];

/**
 * The built-in recognizer in the calling thread: what it is given is recognized before the call returns, so that a
 * conversation in media time hears the same whatever else the host has to do.
 */
export async function inlineRecognition(anyWords: OpenVocabulary | null = null): Promise<SpeechToText> {
  const flite = new Flite(await compileFlite());
  flite.prepare();
  const listeners = new Map<number, Listener>();
  const report = (news: SpeechReport): void => {
    if (!('utterance' in news)) return;
    listeners.get(news.utterance)?.(news);
    if (news.type !== 'partial') listeners.delete(news.utterance);
  };
  const recognizer = new Recognizer({ decoders: 1, phonesOf: (word) => flite.phones(word), report });
  await recognizer.start();
  let utterances = 0;
  const thread: RecognitionThread = {
    prepare: (hints) => recognizer.prepare(hints),
    begin(hints, mean, listener) {
      utterances += 1;
      listeners.set(utterances, listener);
      recognizer.begin(utterances, hints, mean);
      return utterances;
    },
    hear: (utterance, samples) => recognizer.hear(utterance, samples),
    end: (utterance, said) => recognizer.end(utterance, said),
    abandon(utterance) {
      listeners.delete(utterance);
      recognizer.abandon(utterance);
    },
  };
  return new BuiltinSpeechToText({ join: async () => ({ thread, leave: () => {} }) }, new RecognitionLag(), anyWords);
}
