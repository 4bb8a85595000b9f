import type { CostKind, UsageUnit } from '@parley/contract';

/** How much of one thing a vendor has done for a call. */
export interface VendorUsage {
  kind: CostKind;
  /** As agents name it. */
  provider: string;
  /** Whose it is, whatever it is called: what a price may be for. */
  vendor: string;
  /** Its model or voice; empty where it has none. */
  name: string;
  unit: UsageUnit;
  /** A whole number. */
  quantity: number;
}
