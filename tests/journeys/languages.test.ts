import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../interop/peers.ts';
import { type SpokenSentence, spokenSentences } from '../support/known-speech.ts';
import { OwnSpeechServer } from '../support/own-speech-server.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';

const TABLE = 'quisiera reservar una mesa para dos personas';
const HOUR = 'perfecto entonces a las nueve de la noche por favor';
const ENGLISH = 'i would like to book a table for two people';
const ANSWER = 'Muy bien, tenemos una mesa libre a las nueve.';
const SPEECH = {
  model: 'openai-compatible/talk',
  voice_id: 'openai-compatible/alloy',
  transcriber: 'openai-compatible',
  disclosure: null,
};

describeWith(['espeak-ng'], 'the language of a call', () => {
  let server: OwnSpeechServer;
  let service: Service;
  let caller: SipCaller;
  let sentences: SpokenSentence[];

  beforeAll(async () => {
    const [spanish, english] = await Promise.all([spokenSentences([TABLE, HOUR], 'es'), spokenSentences([ENGLISH])]);
    sentences = [...spanish.map((sentence) => ({ ...sentence, language: 'spanish' })), ...english];
    server = await OwnSpeechServer.start(sentences);
    const trunkPort = await freePort();
    service = await Service.start({
      OPENAI_COMPATIBLE_BASE_URL: server.url,
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
    });
    caller = await SipCaller.start(trunkPort);
  });

  afterAll(async () => {
    await caller?.close();
    await service?.remove();
    await server?.close();
  });

  beforeEach(() => {
    server.reply = (words) => (/would like/.test(words) ? 'Of course. For when?' : ANSWER);
  });

  async function rung(settings: object): Promise<void> {
    const agent = (await service.request('GET', '/agents')).body.data[0];
    const { status, body } = await service.request('PATCH', `/agents/${agent.agent_id}`, {
      body: { ...SPEECH, ...settings },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await caller.call(service.address.sipPort, agent.phone_number);
    await caller.agentStopped();
  }

  async function hungUp(): Promise<any> {
    await caller.hangUp();
    const { body } = await service.request('GET', '/calls?direction=inbound');
    return service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  }

  const said = (call: any, role: string): string[] =>
    call.transcript.filter((turn: any) => turn.role === role).map(({ text }: any) => text);

  test('a Spanish call is understood, answered and reminded in Spanish', async () => {
    await rung({
      prompt: 'Usted toma reservas para un restaurante.',
      first_message: 'Restaurante Sol, buenas noches. ¿En qué puedo ayudarle?',
      language: 'es-ES',
      turn_taking: { reminder_ms: 2000 },
    });
    await caller.say(sentences[0]!.samples);
    await caller.agentStopped();
    // The caller is silent: the agent sends its reminder.
    await caller.agentStopped();
    await caller.say(sentences[1]!.samples);
    await caller.agentStopped();
    const call = await hungUp();
    expect(said(call, 'user')).toEqual([TABLE, HOUR]);
    expect(said(call, 'agent')).toEqual([
      'Restaurante Sol, buenas noches. ¿En qué puedo ayudarle?',
      ANSWER,
      '¿Sigue usted ahí?',
      ANSWER,
    ]);
    expect(server.spoken).toContain('¿Sigue usted ahí?');
    expect(new Set(server.languages)).toEqual(new Set(['es']));
    expect(call.analysis.warnings ?? []).toEqual([]);
  });

  test('a call that follows the caller changes to Spanish in the middle', async () => {
    server.languages.length = 0;
    await rung({
      prompt: 'You take reservations for a restaurant.',
      first_message: 'Good evening, this is Sol. How can I help you?',
      language: 'auto',
      turn_taking: { reminder_ms: 2000 },
    });
    await caller.say(sentences[2]!.samples);
    await caller.agentStopped();
    await caller.say(sentences[1]!.samples);
    await caller.agentStopped();
    await caller.agentStopped();
    const call = await hungUp();
    expect(call.transcript.map(({ role, text, language }: any) => [role, language, text])).toEqual([
      ['agent', 'en', 'Good evening, this is Sol. How can I help you?'],
      ['user', 'en', ENGLISH],
      ['agent', 'en', 'Of course. For when?'],
      ['user', 'es', HOUR],
      ['agent', 'es', ANSWER],
      ['agent', 'es', '¿Sigue usted ahí?'],
    ]);
    expect(new Set(server.languages)).toEqual(new Set([null]));
    const { messages } = server.chats.findLast(({ stream }) => stream);
    expect(JSON.stringify(messages)).toContain('Answer in Spanish');
    expect(call.analysis.warnings ?? []).toEqual([]);
  });
});
