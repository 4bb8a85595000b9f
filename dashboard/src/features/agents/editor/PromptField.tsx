import { Anchor, Input, List, Text } from '@mantine/core';
import { type UIEvent, useMemo, useRef } from 'react';
import { textOf, useEditorForm } from './editor-context.ts';
import classes from './PromptField.module.css';
import { offsetAt, promptSegments } from './prompt-segments.ts';

/** The prompt: a plain text area, with what matters marked behind its words. */
export function PromptField({ isScript }: { isScript: boolean }) {
  const { settings, set, problemAt, mistakes, missing } = useEditorForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const prompt = textOf(settings, 'prompt');
  const segments = useMemo(() => promptSegments(prompt, missing, mistakes), [prompt, missing, mistakes]);
  const follow = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) => {
    if (marks.current) marks.current.scrollTop = currentTarget.scrollTop;
  };
  const jumpTo = (place: { line: number; column: number }) => {
    if (area.current && marks.current) jump(area.current, marks.current, offsetAt(prompt, place));
  };
  return (
    <Input.Wrapper
      label="Prompt"
      id="prompt"
      description={
        isScript
          ? 'The script that the agent follows: sections with ## name, and lines with say:, hear:, capture:, else: and end:.'
          : 'Who the agent is, what it knows and what it does, as you would explain it to a new colleague.'
      }
      error={problemAt('prompt')}
    >
      <div className={classes.box} data-script={isScript || undefined}>
        <div ref={marks} className={classes.marks} aria-hidden="true">
          {segments.map(({ kind, text }, index) => (
            <span key={`${index}-${kind}`} data-kind={kind}>
              {text}
            </span>
          ))}{' '}
        </div>
        <textarea
          ref={area}
          id="prompt"
          className={classes.area}
          rows={22}
          spellCheck={!isScript}
          value={prompt}
          aria-invalid={problemAt('prompt') !== undefined || mistakes.length > 0}
          aria-describedby={mistakes.length > 0 ? 'prompt-mistakes' : undefined}
          onChange={(event) => set('prompt', event.currentTarget.value)}
          onScroll={follow}
        />
      </div>
      {mistakes.length > 0 && (
        <List id="prompt-mistakes" size="sm" mt="xs" listStyleType="none">
          {mistakes.map((mistake) => (
            <List.Item key={`${mistake.line}:${mistake.column}:${mistake.message}`}>
              <Anchor component="button" type="button" size="sm" c="red" onClick={() => jumpTo(mistake)}>
                Line {mistake.line}, column {mistake.column}
              </Anchor>
              <Text span size="sm">
                {`: ${mistake.message}`}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Input.Wrapper>
  );
}

/** The caret goes there, and the place into sight: what is behind the words lies exactly as they do. */
function jump(area: HTMLTextAreaElement, marks: HTMLElement, offset: number): void {
  area.focus();
  const lineEnd = area.value.indexOf('\n', offset);
  area.setSelectionRange(offset, lineEnd < 0 ? area.value.length : lineEnd);
  const nodes = document.createTreeWalker(marks, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    if (rest > node.length) {
      rest -= node.length;
      continue;
    }
    const range = document.createRange();
    range.setStart(node, rest);
    const top = range.getBoundingClientRect().top - marks.getBoundingClientRect().top;
    area.scrollTop += top - area.clientHeight / 3;
    return;
  }
}
