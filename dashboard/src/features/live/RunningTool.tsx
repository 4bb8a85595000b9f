import type { LiveTool } from '@parley/contract';
import { runningToolWords } from './tool-words.ts';
import { UsedTool } from './UsedTool.tsx';

/** A tool that the agent uses now, with what it was given. */
export function RunningTool({ tool }: Pick<LiveTool, 'tool'>) {
  return <UsedTool words={runningToolWords(tool.name)} given={tool.arguments} result="" hasFailed={false} tookMs={0} />;
}
