import { type SpeechEvent, spokenText } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openai } from '../openai/index.ts';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import type { Vendor } from '../vendor.ts';
import { openaiCompatible } from './index.ts';

let server: OpenAiServer;

beforeEach(async () => {
  server = await new OpenAiServer().start();
});

afterEach(() => server.close());

type Audio = Pick<Extract<SpeechEvent, { type: 'audio' }>, 'samples' | 'sampleRateHz'>;

async function say(
  text: string,
  {
    vendor = openaiCompatible,
    voice = 'af_heart',
    times = 1,
  }: { vendor?: Vendor; voice?: string; times?: number } = {},
) {
  const tts = vendor.textToSpeech!({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey }, null);
  const { signal } = new AbortController();
  const audio: Audio[] = [];
  try {
    for (let time = 0; time < times; time += 1)
      for await (const chunk of spokenText(tts, { text, voice, language: 'en-US', signal })) audio.push(chunk);
  } finally {
    tts.close();
  }
  return {
    rates: new Set(audio.map(({ sampleRateHz }) => sampleRateHz)),
    samples: audio.flatMap(({ samples }) => [...samples]),
  };
}

describe('speech', () => {
  it('is asked for as WAV, which tells its rate', async () => {
    const { rates, samples } = await say('Good morning.');
    expect(server.speech.bodies).toEqual([
      { model: 'tts-1', voice: 'af_heart', input: 'Good morning.', response_format: 'wav' },
    ]);
    expect(rates).toEqual(new Set([24_000]));
    expect(samples).toEqual([...server.audioOf('Good morning.')]);
  });

  it('is asked for as bare samples where there is no WAV, and from then on', async () => {
    server.speech.refusesWav = true;
    const { samples } = await say('Yes.', { times: 2 });
    expect(samples).toEqual([...server.audioOf('Yes.'), ...server.audioOf('Yes.')]);
    expect(server.speech.bodies.map(({ response_format }) => response_format)).toEqual(['wav', 'pcm', 'pcm']);
  });

  it('has the rate of its type where there is no header', async () => {
    server.speech.instead = { type: 'audio/pcm; rate=22050; channels=1', body: Buffer.alloc(2000) };
    const { rates, samples } = await say('Yes.');
    expect(rates).toEqual(new Set([22_050]));
    expect(samples).toHaveLength(1000);
  });

  it('by OpenAI is PCM that is streamed, in one of its voices or in a voice of the account', async () => {
    await say('Yes.', { vendor: openai, voice: 'marin' });
    await say('Yes.', { vendor: openai, voice: 'voice_1234' });
    const asked = { model: 'gpt-4o-mini-tts', input: 'Yes.', response_format: 'pcm', stream_format: 'audio' };
    expect(server.speech.bodies).toEqual([
      { ...asked, voice: 'marin' },
      { ...asked, voice: { id: 'voice_1234' } },
    ]);
  });

  it('is by another model where the voice names one', async () => {
    await say('Yes.', { voice: 'speaches-ai/piper-en_US-amy-low/amy' });
    expect(server.speech.bodies[0]).toMatchObject({ model: 'speaches-ai/piper-en_US-amy-low', voice: 'amy' });
  });

  it.each([
    ['a page', { type: 'text/html', body: '<html>Welcome</html>' }, false],
    ['an error with status 200', { type: 'application/json', body: '{"error":"no voice"}' }, false],
    ['MP3 by its type', { type: 'audio/mpeg', body: Buffer.alloc(3000) }, false],
    ['MP3 by its first bytes', { type: 'audio/wav', body: Buffer.from(`ID3${'\0'.repeat(3000)}`) }, false],
    ['nothing at all', { type: 'audio/wav', body: '' }, true],
  ])('is a failure when it is %s', async (_, instead, retryable) => {
    server.speech.instead = instead;
    await expect(say('Good morning.')).rejects.toMatchObject({ role: 'tts', retryable });
  });

  it('of signs alone may be none', async () => {
    server.speech.instead = { type: 'audio/wav', body: '' };
    expect((await say('…')).samples).toEqual([]);
  });
});

it('a server without an address is a failure of the first session, not of the call', async () => {
  const tts = openaiCompatible.textToSpeech!({ baseUrl: null, apiKey: null }, null);
  tts.prewarm({ voice: 'af_heart', language: 'en-US' });
  const { signal } = new AbortController();
  const speech = spokenText(tts, { text: 'Yes.', voice: 'af_heart', language: 'en-US', signal });
  await expect(speech.next()).rejects.toMatchObject({ retryable: false, advice: expect.stringContaining('address') });
});
