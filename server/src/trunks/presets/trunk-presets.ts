import type { TrunkPreset } from '@parley/contract';
import { pbxPresets } from './pbxs.ts';
import { providerPresets } from './providers.ts';

/** How well-known providers and telephone systems are connected. */
export const trunkPresets: readonly TrunkPreset[] = [...providerPresets, ...pbxPresets];
