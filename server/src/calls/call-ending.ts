import type { EndReason } from '@parley/contract';
import type { MediaResult } from '../media/media.ts';

/** Why a call is over, and what is known of it then. */
export interface CallEnding {
  endReason: EndReason;
  endedBy: 'agent' | 'user' | 'system';
  sipCode: number | null;
  /** The result of the media; null when it never began, or was lost with its process, which leaves the saved turns. */
  media: MediaResult | null;
  /** When it was over; left out: now. */
  endedAt?: Date;
  /** A note for the reader of the call that no other field contains. */
  warning?: string | undefined;
  /** A recording that outlived its process. */
  recording?: string | null;
}
