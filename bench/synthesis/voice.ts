import type { SpeechRequest } from './speech-request.ts';

export type Voice = Omit<SpeechRequest, 'text'>;

export const espeak = (voice: string, pitch: number, rate: number): Voice => ({
  synthesizer: 'espeak',
  voice,
  rate,
  pitch,
});

export const other = (synthesizer: Exclude<SpeechRequest['synthesizer'], 'espeak'>, voice: string): Voice => ({
  synthesizer,
  voice,
  rate: 0,
  pitch: 0,
});

/** Who speaks: of espeak-ng the variant, whatever the accent. */
export const speakerOf = ({ voice }: Pick<Voice, 'voice'>): string => voice.split('+')[1] ?? voice;
