import { useMediaQuery } from '@mantine/hooks';
import type { CallSummary } from '@parley/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useAgentName } from './agent-names.ts';
import classes from './CallRow.module.css';
import { CallRow, CallRowHeaders } from './CallRow.tsx';
import { useKeepPlace } from './use-keep-place.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Pixels, as the style sheet has them: a line, or a card with the room below it. */
const LINE_HEIGHT = 48;
const CARD_HEIGHT = 98;
const CARD_GAP = 10;
/** Further calls are read when so many rows are left below what is seen. */
const READ_AHEAD = 20;

interface CallsListProps {
  calls: readonly CallSummary[];
  hasMore: boolean;
  onNearEnd: () => void;
}

/** Draws the rows that are seen, of however many there are. */
export function CallsList({ calls, hasMore, onNearEnd }: CallsListProps) {
  const nameOf = useAgentName();
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const rowHeight = isNarrow ? CARD_HEIGHT + CARD_GAP : LINE_HEIGHT;
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: calls.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => calls[index]?.call_id ?? index,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useKeepPlace(calls, rowHeight, body);
  const onKeyDown = useRowKeys(calls, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }), body);

  const items = virtualizer.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastSeen >= calls.length - READ_AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
    <table role="table" className={classes.table} aria-label="Calls" aria-rowcount={hasMore ? -1 : calls.length + 1}>
      <CallRowHeaders />
      <tbody
        role="rowgroup"
        ref={body}
        onKeyDown={onKeyDown}
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const call = calls[index];
          if (!call) return null;
          const top = start - virtualizer.options.scrollMargin;
          return <CallRow key={key} call={call} agentName={nameOf(call.agent_id)} rowIndex={index + 2} top={top} />;
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
  );
}
