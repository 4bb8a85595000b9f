import { ProviderError } from '@parley/conversation/provider';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import { AudioDecoder } from './audio-decoder.ts';

/** "Raw samples in 24kHz (16-bit signed, low-endian), without the header" (OpenAI's text to speech guide). */
const DEFAULT_RATE_HZ = 24_000;

export interface SpeechAudio {
  samples: Int16Array;
  sampleRateHz: number;
}

/** The audio in a response as it comes: a WAV file with its own rate, or bare samples. */
export async function* speechAudio(response: Response, vendor: FailingVendor): AsyncGenerator<SpeechAudio> {
  const type = response.headers.get('content-type') ?? '';
  if (/^(text|application\/json)\b|mpeg|mp3|ogg|opus|flac|aac/i.test(type)) {
    response.body?.cancel().catch(() => undefined);
    throw notAudio(vendor, type);
  }
  const decoder = new AudioDecoder({
    rateHz: Number(/\brate=(\d+)/i.exec(type)?.[1] ?? DEFAULT_RATE_HZ),
    // A server that streams does not know the size when it writes the header.
    hasExactSizes: response.headers.has('content-length'),
  });
  for await (const bytes of response.body ?? []) {
    let samples: Int16Array;
    try {
      samples = decoder.push(bytes);
    } catch (cause) {
      throw notAudio(vendor, (cause as Error).message);
    }
    if (samples.length > 0) yield { samples, sampleRateHz: decoder.sampleRateHz };
  }
}

function notAudio({ role, provider }: FailingVendor, what: string): ProviderError {
  return new ProviderError(role, provider, `answered with something else than WAV or PCM: ${what}`, {
    retryable: false,
    advice: 'Check the base address, and whether the server can answer with WAV or PCM.',
  });
}
