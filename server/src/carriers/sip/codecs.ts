import { AUDIO_CODECS, type AudioRateHz } from '@parley/audio';
import type { Trunk } from '@parley/contract';
import type { AudioCodec } from '@parley/rtp';

const CODECS: Readonly<Record<Trunk['codecs'][number], AudioCodec>> = {
  opus: 'OPUS',
  g722: 'G722',
  pcmu: 'PCMU',
  pcma: 'PCMA',
};

/** What a trunk's calls are offered and answered with, the preferred one first. */
export function codecsOf(names: readonly Trunk['codecs'][number][]): AudioCodec[] {
  return names.map((name) => CODECS[name]);
}

/** The rate of the codec that most peers take: the first that they are offered. */
export function preferredRateHz(names: readonly Trunk['codecs'][number][]): AudioRateHz {
  const [first] = codecsOf(names);
  return first === undefined ? 8000 : AUDIO_CODECS[first].rateHz;
}
