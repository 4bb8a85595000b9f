import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MODEL_FILE, type OpenModelInput } from '../../open-models/open-model.ts';
import { writeToneRecognizer } from './tone-recognizer.ts';
import { writeToneVoice } from './tone-voice.ts';

const licence = 'Apache-2.0';

const recognizer: OpenModelInput = {
  ...{ name: 'tones', title: 'Tones as letters', kind: 'recognition', languages: ['en'], licence },
  recognizer: {
    type: 'transducer',
    files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' },
    isUppercase: true,
  },
};

const voice: OpenModelInput = {
  ...{ name: 'tone-voice', title: 'Letters as tones', kind: 'voice', languages: ['en-US'], licence },
  voice: {
    type: 'vits',
    files: { model: 'voice.onnx', tokens: 'tokens.txt' },
    speakers: [
      { id: 'loud', sid: 0, name: 'Loud', languages: ['en-US'] },
      { id: 'low', sid: 1, name: 'Low', languages: ['en-GB'] },
    ],
  },
};

const describe = (directory: string, model: OpenModelInput): Promise<void> =>
  writeFile(path.join(directory, MODEL_FILE), JSON.stringify(model));

/** Installs a recognizer and a voice of our own, which the real library runs. */
export async function installTones(modelsDir: string): Promise<void> {
  const [tones, toneVoice] = [path.join(modelsDir, 'tones'), path.join(modelsDir, 'tone-voice')];
  await Promise.all([writeToneRecognizer(tones), writeToneVoice(toneVoice)]);
  await Promise.all([describe(tones, recognizer), describe(toneVoice, voice)]);
}

/** Installs a recognizer that the library refuses by ending its process. */
export async function installBroken(modelsDir: string): Promise<void> {
  const broken = path.join(modelsDir, 'broken');
  await writeToneRecognizer(broken);
  await writeFile(path.join(broken, 'encoder.onnx'), 'no model at all');
  await describe(broken, { ...recognizer, name: 'broken' });
}
