import type { CallDetail, CallEvent, CallEventList, CallPage, CallSummary, StreamEvent } from '@parley/contract';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { type CallsSearch, filtersOf, matches } from './call-filters.ts';
import { changePages } from './call-pages.ts';
import { analyzed, isLive, movedOn } from './live-call.ts';
import { changeRead, pendingRead } from './pending-read.ts';
import { refreshHeads } from './refresh-heads.ts';

/** Puts what happened to calls into lists and pages of calls that are there. */
export function applyCallEvents(client: QueryClient, events: readonly StreamEvent[]): void {
  const byCall = new Map<string, CallEvent[]>();
  for (const event of events) {
    if (event.event === 'batch.progress' || event.event === 'reset') continue;
    const known = byCall.get(event.data.call_id);
    if (known) known.push(event);
    else byCall.set(event.data.call_id, [event]);
  }
  if (byCall.size === 0) return;
  applyToLists(client, byCall);
  for (const [callId, news] of byCall) applyToCall(client, callId, news);
}

function after<Call extends CallSummary>(call: Call, events: readonly CallEvent[]): Call {
  return events.reduce((current, { event, data }) => {
    if (event === 'call.state') return movedOn(current, data);
    return event === 'call.analyzed' ? analyzed(current, data) : current;
  }, call);
}

/** Whether a person at the live desk has it wait. */
function heldAfter(call: CallDetail, events: readonly CallEvent[]): CallDetail {
  const last = events.findLast(
    ({ event, data }) => event === 'call.control' && (data.action === 'held' || data.action === 'resumed'),
  );
  if (last?.event !== 'call.control') return call;
  const isOnHold = last.data.action === 'held';
  return call.on_hold === isOnHold ? call : { ...call, on_hold: isOnHold };
}

function applyToLists(client: QueryClient, byCall: ReadonlyMap<string, readonly CallEvent[]>): void {
  const nowMs = Date.now();
  for (const query of client.getQueryCache().findAll({ queryKey: ['calls', 'list'] })) {
    const filters = filtersOf(query.queryKey[2] as CallsSearch, nowMs);
    changeRead<InfiniteData<CallPage, number>>(client, query.queryKey, (list) => {
      const pages = changePages(list.pages, (call) => {
        const changed = after(call, byCall.get(call.call_id) ?? []);
        return changed === call || matches(changed, filters) ? changed : null;
      });
      return pages === list.pages ? list : { ...list, pages: [...pages] };
    });
  }
  const isNews = [...byCall.values()].some((events) => events.some(needsReading));
  if (isNews) refreshHeads(client);
}

/** What lists show and the event does not tell: a new call's variables, the recording and the cost of one that is over. */
function needsReading({ event, data }: CallEvent): boolean {
  if (event === 'call.state') return data.from === null || !isLive({ phase: data.to });
  return event === 'call.analyzed';
}

function applyToCall(client: QueryClient, callId: string, events: readonly CallEvent[]): void {
  changeRead<CallDetail>(client, ['calls', callId], (call) => heldAfter(after(call, events), events));
  changeRead<CallEventList>(client, ['calls', callId, 'events'], (list) => withEvents(list, events));
  // A call that is over has its recording, its transcript and its figures.
  if (events.some(needsReading)) readAgain(client, ['calls', callId]);
}

/** The first read of a query cannot be begun anew, so that what is invalid stays in it: it is waited for. */
function readAgain(client: QueryClient, queryKey: QueryKey): void {
  const invalidate = () => void client.invalidateQueries({ queryKey });
  const first = client
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ state }) => state.data === undefined)
    .flatMap((query) => pendingRead(query) ?? []);
  invalidate();
  if (first.length > 0) void Promise.all(first).then(invalidate);
}

/** Events come in their order; those that were read with the list are in it already. */
function withEvents(list: CallEventList, events: readonly CallEvent[]): CallEventList {
  const lastId = list.data.at(-1)?.id ?? -1;
  const added = events.filter(({ id }) => id > lastId);
  return added.length === 0 ? list : { ...list, data: [...list.data, ...added], total: list.total + added.length };
}
