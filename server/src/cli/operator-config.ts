import path from 'node:path';
import { readServiceFile, type ServiceConfig, serviceConfig } from '../start/service-file.ts';

export interface OperatorConfig extends ServiceConfig {
  dataDir: string;
}

/**
 * The configuration of the service on this data directory, as the service has written it down. Only where none has, or
 * where DATABASE_URL names another database, the environment of the command line is taken instead.
 * @throws ConfigError
 */
export async function operatorConfig(environment: Record<string, string | undefined>): Promise<OperatorConfig> {
  const dataDir = path.resolve(environment.PARLEY_DATA_DIR || './data');
  const databaseUrl = environment.DATABASE_URL || undefined;
  const written = await readServiceFile(dataDir);
  if (written && (databaseUrl === undefined || databaseUrl === written.databaseUrl)) return { ...written, dataDir };
  // Its schemas take longer to load than most commands take.
  const { readConfig } = await import('../start/config.ts');
  const config = readConfig(environment);
  const { publicUrl, host, port } = config.http;
  return { ...serviceConfig(config, publicUrl ?? `http://${host}:${port}`), dataDir: config.dataDir };
}
