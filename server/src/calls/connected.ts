import type { TransferTarget } from './admit-transfer.ts';
import type { CallEnding } from './call-ending.ts';
import type { TargetLeg } from './target-leg.ts';

/** A person whom the caller talks with through us. */
export interface Connected {
  target: TransferTarget;
  leg: TargetLeg;
  endedBy: CallEnding['endedBy'];
}
