import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import type { Config } from './config.ts';

/** What the command line must know of the service beside which it works, as the service itself has it. */
export interface ServiceConfig extends Pick<Config, 'databaseUrl' | 'firstAccountLimits' | 'log' | 'operatorRoute'> {
  /** `localUrl`: where it is reached on its own host, whatever is in front of it. */
  http: { publicUrl: string; localUrl: string };
  languageModel: { model: string } | undefined;
  operatorProviders: NamedProvider[];
}

/** Changes with the meaning of what is written: a file of another version is not read. */
const FORMAT = 4;

const fileIn = (dataDir: string) => path.join(dataDir, 'service.json');

/** @param publicUrl where the service is reached, known when it listens. */
export function serviceConfig(config: Config, publicUrl: string): ServiceConfig {
  const { databaseUrl, firstAccountLimits, log, operatorRoute, languageModel, operatorProviders } = config;
  return {
    databaseUrl,
    firstAccountLimits,
    log,
    http: { publicUrl, localUrl: localUrlOf(config.http) },
    operatorRoute,
    languageModel: languageModel && { model: languageModel.model },
    operatorProviders: operatorProviders.map(({ vendor, name, abilities }) => ({ vendor, name, abilities })),
  };
}

const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

function localUrlOf({ host, port }: Config['http']): string {
  const bound = ALL_ADDRESSES.has(host) ? '127.0.0.1' : host;
  return `http://${bound.includes(':') ? `[${bound}]` : bound}:${port}`;
}

/**
 * The file outlives the service: the last service's configuration is a better guess than another shell's environment.
 */
export async function writeServiceFile(dataDir: string, config: ServiceConfig): Promise<void> {
  const file = fileIn(dataDir);
  const aside = `${file}.${process.pid}`;
  // DATABASE_URL may hold a password.
  await writeFile(aside, JSON.stringify({ format: FORMAT, ...config }, null, 2), { mode: 0o600 });
  await rename(aside, file);
}

/** Null when no service has run on this directory, or none that this version and this user can read of. */
export async function readServiceFile(dataDir: string): Promise<ServiceConfig | null> {
  try {
    const { format, ...config } = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return format === FORMAT ? (config as ServiceConfig) : null;
  } catch {
    return null;
  }
}
