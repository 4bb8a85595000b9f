import { speakWithEspeak } from '../../synthesis/espeak.ts';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { pronounced, readingOf, writtenOf } from './pronounced.ts';
import { type Clip, clipOf } from './speech-clip.ts';

/** The requests as clips, spoken by espeak-ng in one process. */
export function espeakClips(requests: readonly SpeechRequest[]): Clip[] {
  const read = requests.map((request) => ({
    ...request,
    text: request.text
      .split(' ')
      .map((word) => pronounced(readingOf(word), 'phonemes'))
      .join(' '),
  }));
  return speakWithEspeak(read).map(({ samples, words }, index) => {
    const written = writtenOf(requests[index]!.text).split(' ');
    return clipOf(
      samples,
      words.map(({ startMs, endMs }, at) => ({ text: written[at]!, startMs, endMs })),
    );
  });
}
