import { captureNames } from './fill-variables.ts';
import { parseScript } from './parse-script.ts';
import { type Destination, listens, type Script, type ScriptProblem } from './script.ts';

function destinations(script: Script): { line: number; destination: Destination }[] {
  const ofSections = script.sections.flatMap(({ branches, otherwise }) => [
    ...branches,
    ...(otherwise?.destination ? [{ line: otherwise.line, destination: otherwise.destination }] : []),
  ]);
  return [...ofSections, ...script.anytime];
}

function unknownSections(script: Script): ScriptProblem[] {
  const names = new Set(script.sections.map(({ name }) => name));
  return destinations(script).flatMap(({ line, destination }) =>
    destination.type === 'section' && !names.has(destination.name)
      ? [{ line, message: `there is no section "${destination.name}"` }]
      : [],
  );
}

/** The last section has none that follows. */
function deadEnds(script: Script): ScriptProblem[] {
  const last = script.sections.at(-1)!;
  const problems: ScriptProblem[] = [];
  if (last.outcome === null && !listens(last))
    problems.push({ line: last.line, message: `nothing follows "${last.name}": it needs an "end"` });
  for (const { line, destination } of last.branches)
    if (destination.type === 'following')
      problems.push({ line, message: `nothing follows "${last.name}": name a section` });
  return problems;
}

function unheardBranches(script: Script): ScriptProblem[] {
  return script.sections
    .filter((section) => section.outcome !== null && listens(section))
    .map(({ line, name }) => ({ line, message: `"${name}" ends the call, so it hears nothing` }));
}

function silentQuestions(script: Script): ScriptProblem[] {
  return script.sections
    .filter((section) => section.say.length === 0 && listens(section))
    .map(({ line, name }) => ({ line, message: `"${name}" waits for an answer and says nothing` }));
}

/** `<names>` that no `capture` line gives a value to: they would be spoken as nothing. */
function unknownCaptures(script: Script): ScriptProblem[] {
  const branches = [...script.sections.flatMap((section) => section.branches), ...script.anytime];
  const captured = new Set(branches.map(({ captures }) => captures));
  return script.sections.flatMap(({ line, say, otherwise }) =>
    [...say, otherwise?.text ?? '']
      .flatMap((text) => captureNames(text))
      .filter((name) => !captured.has(name))
      .map((name) => ({ line, message: `nothing captures <${name}>` })),
  );
}

/** What is wrong with the dialogue in a prompt, by line; nothing for prose. A script with problems still runs. */
export function checkScript(template: string): ScriptProblem[] {
  const parsed = parseScript(template);
  if (!parsed) return [];
  const { script, problems } = parsed;
  const checks = [unknownSections, deadEnds, unheardBranches, silentQuestions, unknownCaptures];
  const found = checks.flatMap((check) => check(script));
  return [...problems, ...found].sort((a, b) => a.line - b.line);
}
