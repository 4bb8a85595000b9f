import { useDebouncedValue } from '@mantine/hooks';
import { type AgentProblem, type DraftSettings, dashboardRoutes, NewAgent } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';
import { problemsOf } from '../../../components/use-contract-form.ts';

const QUIET_MS = 400;

type ScriptMistake = AgentProblem & { line: number; column: number };

export interface Check {
  /** By path, the first problem of each. */
  byPath: Readonly<Record<string, string>>;
  mistakes: readonly ScriptMistake[];
  /** How many there are in all. */
  count: number;
}

/** What is wrong with settings: their shape at once, what only the service knows a moment later. */
export function useCheck(settings: DraftSettings): Check {
  const [quiet] = useDebouncedValue(settings, QUIET_MS);
  const { data } = useQuery({
    queryKey: ['agent-check', quiet],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.checkAgent, { body: { settings: quiet }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const byPath: Record<string, string> = problemsOf(NewAgent, settings);
  const mistakes: ScriptMistake[] = [];
  for (const problem of data?.problems ?? []) {
    const { line, column, path, message } = problem;
    if (line !== null && column !== null) mistakes.push({ ...problem, line, column });
    // The shape is known better here: it is as new as the last key.
    else if (!isShapeOnly(problem, settings)) byPath[path.replace(/\[(\d+)\]/g, '.$1')] ??= message;
  }
  return { byPath, mistakes, count: Object.keys(byPath).length + mistakes.length };
}

/** Found by the service in what was typed a moment ago, and perhaps mended since. */
function isShapeOnly({ path }: AgentProblem, settings: DraftSettings): boolean {
  const voicemail = settings.voicemail as { message?: unknown } | undefined;
  if (path === 'voicemail.message') return typeof voicemail?.message === 'string' && voicemail.message !== '';
  // Whether a document is there, and a secret is stored, is the service's to know.
  return !/^(?:voice_id|model|transcriber|fallbacks|knowledge|tools\[\d+\]\.headers\[\d+\]\.value)\b/.test(path);
}
