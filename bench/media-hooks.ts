// Loaded before the subject of bench:media and into its threads: the vendors of its media thread are the scripted ones.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isOfThread = specifier === './providers.ts' && context.parentURL?.endsWith('/media/thread/main.ts');
    return next(isOfThread ? new URL('./media-providers.ts', import.meta.url).href : specifier, context);
  },
});
