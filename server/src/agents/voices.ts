import { agentDefaults, type VoiceList } from '@parley/contract';

/** The voices that come along. They speak English, whatever an agent's language is. */
const builtinVoices: Record<string, { name: string; description: string }> = {
  rms: { name: 'Robert', description: 'A calm man, American English' },
  slt: { name: 'Sarah', description: 'A friendly woman, American English' },
  awb: { name: 'Alan', description: 'A man, Scottish English' },
  kal: { name: 'Kevin', description: 'A man, American English; small and plain' },
  kal16: { name: 'Kevin, wide', description: 'Kevin at twice the rate, brought down to the telephone' },
};

export function listVoices(): VoiceList {
  const data = Object.entries(builtinVoices).map(([voice, { name, description }]) => ({
    voice_id: `builtin/${voice}`,
    provider: 'builtin',
    name,
    description,
    languages: ['en-US'],
  }));
  return { data, total: data.length, default: agentDefaults.voice_id };
}
