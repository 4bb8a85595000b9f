export type Plan = 'starter' | 'growth' | 'business' | 'enterprise';

export interface PlanLimits {
  callsPerMinute: number;
  concurrentCalls: number;
}

/** Section 8 of the specification. Enterprise has figures of its own for each account. */
export const planLimits: Record<Exclude<Plan, 'enterprise'>, PlanLimits> = {
  starter: { callsPerMinute: 10, concurrentCalls: 1 },
  growth: { callsPerMinute: 60, concurrentCalls: 3 },
  business: { callsPerMinute: 200, concurrentCalls: 10 },
};

export const plans = ['starter', 'growth', 'business', 'enterprise'] as const satisfies Plan[];
