import type { AudioCodec } from '@parley/rtp';

/** What calls are offered and answered with, the preferred one first. */
export const CODECS: readonly AudioCodec[] = ['PCMU', 'PCMA'];
