export { connectDatabase } from './connect.ts';
export type { Database } from './database.ts';
export { makeDataDir } from './embedded/home.ts';
export { type EmbeddedDatabase, findRunningDatabase, startEmbeddedDatabase } from './embedded/start.ts';
export type { Subscription } from './listener.ts';
export { migrate } from './migrate.ts';
export { holdNodeLock } from './node-lock.ts';
export type { Queryable } from './queryable.ts';
export type { Transaction } from './transaction.ts';
