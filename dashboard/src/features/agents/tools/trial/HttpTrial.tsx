import type { HttpTool } from '@parley/contract';
import { useRef } from 'react';
import { Trial } from './Trial.tsx';

/** What is filled in stays while the form is half typed. */
export function HttpTrial({ tool }: { tool: HttpTool | null }) {
  const last = useRef<HttpTool | null>(null);
  if (tool) last.current = tool;
  return <Trial tool={tool} schema={last.current?.parameters ?? {}} />;
}
