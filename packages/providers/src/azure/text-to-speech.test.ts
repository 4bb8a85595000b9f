import type { SpeechEvent, SpokenWord } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import type { VendorConnection } from '../vendor.ts';
import { BoundaryWords } from './boundary-words.ts';
import { baseUrlOf, vendorOf, voicesUrlOf } from './connection.ts';
import { azure } from './index.ts';
import { AzureServer } from './testing/azure-server.ts';

let server: AzureServer;
beforeEach(async () => {
  server = await new AzureServer().start();
});
afterEach(() => server.close());

const connection = (): VendorConnection => ({ baseUrl: server.baseUrl, apiKey: server.apiKey });

const isFlushed = ({ type }: SpeechEvent): boolean => type === 'flushed';

describe('the voices of Azure', () => {
  it.each([
    ['en-US-AvaMultilingualNeural', 'de', '<lang xml:lang="de-DE">Guten Tag &amp; hallo &lt;break/&gt;</lang>'],
    ['de-DE-KatjaNeural', 'de-AT', 'Guten Tag &amp; hallo &lt;break/&gt;'],
  ])('say text literally: %s in %s', async (voice, language, content) => {
    const tts = azure.textToSpeech!(connection(), null);
    const session = tts.open({ voice, language });
    session.push('Guten Tag & hallo <break/>');
    session.flush();
    await new EventLog(session).first(isFlushed);
    expect(server.speaking[0]!.documents[0]).toContain(`<voice name="${voice}">${content}</voice>`);
    tts.close();
  });

  it('fail for good where the voice is refused', async () => {
    const tts = azure.textToSpeech!(connection(), null);
    const session = tts.open({ voice: 'no such voice', language: 'en' });
    const log = new EventLog(session);
    session.push('Good morning.');
    session.flush();
    expect(await log.ended()).toMatchObject({
      role: 'tts',
      retryable: false,
      message: expect.stringContaining('Unsupported voice'),
    });
    tts.close();
  });

  it('are stopped before the connection is used again', async () => {
    const tts = azure.textToSpeech!(connection(), null);
    const session = tts.open({ voice: 'de-DE-KatjaNeural', language: 'de' });
    const log = new EventLog(session);
    server.holdNext();
    session.push('Eine lange Geschichte.');
    session.flush();
    await log.first(({ type }) => type === 'audio');
    session.cancel();
    await server.when(() => server.speaking[0]!.stopped === 1);
    const from = log.events.length;
    session.push('Ja.');
    session.flush();
    await log.first(isFlushed, from);
    expect(log.hasEnded).toBe(false);
    tts.close();
  });

  it('are listed with all that they speak, those aside that are going', async () => {
    expect(await azure.listVoices!(connection(), new AbortController().signal)).toEqual([
      {
        id: 'en-US-AvaMultilingualNeural',
        name: 'Ava Multilingual (English (United States))',
        languages: ['en-US', 'de-DE', 'es-ES'],
      },
      { id: 'de-DE-KatjaNeural', name: 'Katja (German (Germany))', languages: ['de-DE'] },
    ]);
  });

  it.each([
    [
      'https://westeurope.api.cognitive.microsoft.com',
      'https://westeurope.stt.speech.microsoft.com',
      'https://westeurope.tts.speech.microsoft.com/cognitiveservices/voices/list',
    ],
    [
      'wss://eastus.stt.speech.microsoft.com',
      'wss://eastus.stt.speech.microsoft.com',
      'https://eastus.tts.speech.microsoft.com/cognitiveservices/voices/list',
    ],
    [
      'https://usgovvirginia.api.cognitive.microsoft.us',
      'https://usgovvirginia.stt.speech.azure.us',
      'https://usgovvirginia.tts.speech.azure.us/cognitiveservices/voices/list',
    ],
    [
      'https://clinic.cognitiveservices.azure.com',
      'https://clinic.cognitiveservices.azure.com',
      'https://clinic.cognitiveservices.azure.com/tts/cognitiveservices/voices/list',
    ],
  ])('are where the region is: %s', (baseUrl, listening, voices) => {
    const vendor = vendorOf('tts', { baseUrl, apiKey: null });
    expect(baseUrlOf('stt', { baseUrl, apiKey: null }, vendor)).toBe(listening);
    expect(voicesUrlOf({ baseUrl, apiKey: null }, vendor)).toBe(voices);
  });
});

describe('words at their boundaries', () => {
  const wordsOf = (clause: string, names: string[]): SpokenWord[] => {
    const words = new BoundaryWords(clause);
    return names.map((name, index) => words.at({ Offset: index * 1_000_000, Duration: 500_000, text: { Text: name } }));
  };

  it.each([
    [
      '“Well,” she said: 3 < 4!',
      ['Well', 'she', 'said', '3', '&lt;', '4'],
      ['“Well,”', 'she', 'said:', '3', '<', '4!'],
    ],
    ['One, one.', ['One', 'one'], ['One,', 'one.']],
    ['It is $5.', ['It', 'is', 'five dollars'], ['It', 'is', 'five dollars']],
  ])('stand as they are written: %s', (clause, names, expected) => {
    const words = wordsOf(clause, names);
    expect(words.map(({ text }) => text)).toEqual(expected);
    expect(words[1]).toMatchObject({ startMs: 100, endMs: 150 });
  });
});
