import { VisuallyHidden } from '@mantine/core';
import classes from './LineDiff.module.css';
import { type DiffLine, lineDiff } from './line-diff.ts';

/** Lines around a change that show where it is. */
const CONTEXT = 3;

const marks = { same: ' ', removed: '−', added: '+' } as const;
const spoken = { same: '', removed: 'Removed: ', added: 'Added: ' } as const;

/** A text before and after, line by line; what did not change is folded. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const blocks = folded(lineDiff(before, after));
  return (
    // A scrolling region is reached by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={classes.diff} aria-label={label} tabIndex={0}>
      {blocks.map((block, index) =>
        typeof block === 'number' ? (
          <div key={`fold-${index}`} className={classes.fold}>
            {block} {block === 1 ? 'line' : 'lines'} as before
          </div>
        ) : (
          <div key={`${block.kind}-${block.line}-${index}`} className={classes.line} data-kind={block.kind}>
            <span className={classes.mark} aria-hidden="true">
              {marks[block.kind]}
            </span>
            <span className={classes.text}>
              <VisuallyHidden>{spoken[block.kind]}</VisuallyHidden>
              {block.text}
            </span>
          </div>
        ),
      )}
    </section>
  );
}

/** Lines to show, and in place of the others how many they are. */
function folded(lines: DiffLine[]): (DiffLine | number)[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  const blocks: (DiffLine | number)[] = [];
  lines.forEach((line, index) => {
    const last = blocks.at(-1);
    if (isNear[index]) blocks.push(line);
    else if (typeof last === 'number') blocks[blocks.length - 1] = last + 1;
    else blocks.push(1);
  });
  return blocks;
}
