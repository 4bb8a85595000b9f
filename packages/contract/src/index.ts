export * from './agent.ts';
export * from './batch.ts';
export * from './call.ts';
export * from './error.ts';
export * from './permission.ts';
export * from './routes.ts';
export * from './text.ts';
export * from './webhook.ts';
