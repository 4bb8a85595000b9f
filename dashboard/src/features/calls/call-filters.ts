import type { CallSummary, ListCalls } from '@parley/contract';
import { CallFilters, CallStatus, EndReason, Sentiment } from '@parley/contract';
import { z } from 'zod';
import { readerZone } from '../../format/reader.ts';
import { rangeSearch, resolveRange } from '../time-range/time-range.ts';

/** What looks like a number in an address is read as one. */
const text = z
  .preprocess((value) => (value === undefined ? undefined : String(value)), z.string().min(1).max(100).optional())
  .catch(undefined);

/** The plus of an address is often lost, or became a space. */
const phone = z
  .preprocess(
    (value) => (value === undefined ? undefined : `+${String(value).replace(/[^0-9]/g, '')}`),
    CallFilters.shape.phone,
  )
  .catch(undefined);

/** The filters of the list of calls, as its address has them. Invalid values are left out. */
export const CallsSearch = z.object({
  status: CallStatus.optional().catch(undefined),
  agent_id: text,
  batch_id: text,
  direction: z.enum(['outbound', 'inbound']).optional().catch(undefined),
  outcome: text,
  end_reason: EndReason.optional().catch(undefined),
  sentiment: Sentiment.optional().catch(undefined),
  phone,
  ...rangeSearch,
});
export type CallsSearch = z.infer<typeof CallsSearch>;

/** Filters of the interface, as text of a query string. */
export type CallsFilters = Omit<z.input<typeof ListCalls>, 'limit' | 'offset'>;

/** `nowMs`: what "today" is counted from. */
export function filtersOf(search: CallsSearch, nowMs: number): CallsFilters {
  const { range, from, to, ...same } = search;
  const time = resolveRange({ range, from, to }, nowMs, readerZone());
  return {
    ...same,
    ...(time.from === undefined ? {} : { from: String(time.from) }),
    ...(time.to === undefined ? {} : { to: String(time.to) }),
  };
}

/** Whether the list that has these filters shows the call. */
export function matches(call: CallSummary, filters: CallsFilters): boolean {
  const { phone, from, to, ...equal } = filters;
  const person = call.direction === 'outbound' ? call.recipient_phone : call.from_number;
  if (phone !== undefined && !person?.startsWith(phone)) return false;
  if (from !== undefined && call.created_at < Number(from)) return false;
  if (to !== undefined && call.created_at >= Number(to)) return false;
  return Object.entries(equal).every(
    ([name, value]) => value === undefined || call[name as keyof typeof equal] === value,
  );
}

/** How many filters are set, of those in the drawer of filters. */
export function filterCount(search: CallsSearch): number {
  const { status: _status, range: _range, from: _from, to: _to, phone: _phone, ...others } = search;
  return Object.values(others).filter((value) => value !== undefined).length;
}
