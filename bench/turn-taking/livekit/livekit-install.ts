import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '1.9.0';
const DIRECTORY = fileURLToPath(new URL('../../../node_modules/.cache/parley-livekit', import.meta.url));
const MODULES = path.join(DIRECTORY, 'node_modules');

/**
 * In the place of LiveKit's own models, which its licence lets no one use who improves other models by what comes of it
 * (MODEL_LICENSE of @livekit/local-inference, section 3): the package is never downloaded.
 */
const NOTHING = { name: '@livekit/local-inference', version: VERSION, type: 'module', main: 'index.js' };

/** LiveKit Agents and its plugin of the Silero detector, both Apache-2.0, in a directory of their own; what the detector runs on. */
export async function loadLiveKit(): Promise<{ agents: any; silero: any; rtc: any; detection: any }> {
  const load = (name: string) => import(path.join(MODULES, name, 'dist', 'index.js'));
  const [agents, silero, rtc, detection] = await Promise.all(
    ['@livekit/agents', '@livekit/agents-plugin-silero', '@livekit/rtc-node', 'onnxruntime-node'].map(load),
  );
  return { agents, silero, rtc, detection };
}

/** Where it is not yet. Not to be called by two at a time: before the workers begin. */
export function installLiveKit(): void {
  if (existsSync(path.join(MODULES, '.package-lock.json'))) return;
  const stub = path.join(DIRECTORY, 'nothing');
  mkdirSync(stub, { recursive: true });
  writeFileSync(path.join(stub, 'package.json'), JSON.stringify(NOTHING));
  writeFileSync(path.join(stub, 'index.js'), 'export {};\n');
  const manifest = {
    ...{ private: true, type: 'module', overrides: { '@livekit/local-inference': '$@livekit/local-inference' } },
    dependencies: {
      '@livekit/local-inference': 'file:./nothing',
      '@livekit/agents': VERSION,
      '@livekit/agents-plugin-silero': VERSION,
      '@livekit/rtc-node': '0.13.35',
    },
  };
  writeFileSync(path.join(DIRECTORY, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: DIRECTORY, stdio: 'ignore' });
}
