import { captureNames, strayNames } from './fill-variables.ts';
import { parseScript } from './parse-script.ts';
import { type Destination, listens, type Script, type ScriptProblem } from './script.ts';

interface Arrow {
  line: number;
  column: number;
  destination: Destination;
}

function arrows(script: Script): Arrow[] {
  const ofSections = script.sections.flatMap(({ branches, otherwise }) => [
    ...branches,
    ...(otherwise?.destination ? [{ ...otherwise, destination: otherwise.destination }] : []),
  ]);
  return [...ofSections, ...script.anytime];
}

function unknownSections(script: Script): ScriptProblem[] {
  const names = new Set(script.sections.map(({ name }) => name));
  return arrows(script).flatMap(({ line, column, destination }) =>
    destination.type === 'section' && !names.has(destination.name)
      ? [{ line, column, message: `there is no section "${destination.name}"` }]
      : [],
  );
}

const placeOf = ({ line, column }: { line: number; column: number }) => ({ line, column });

/** The last section has none that follows. */
function deadEnds(script: Script): ScriptProblem[] {
  const last = script.sections.at(-1)!;
  const problems: ScriptProblem[] = [];
  if (last.outcome === null && !listens(last))
    problems.push({ ...placeOf(last), message: `nothing follows "${last.name}": it needs an "end"` });
  for (const branch of last.branches)
    if (branch.destination.type === 'following')
      problems.push({ ...placeOf(branch), message: `nothing follows "${last.name}": name a section` });
  return problems;
}

function unheardBranches(script: Script): ScriptProblem[] {
  return script.sections
    .filter((section) => section.outcome !== null && listens(section))
    .map((section) => ({ ...placeOf(section), message: `"${section.name}" ends the call, so it hears nothing` }));
}

function silentQuestions(script: Script): ScriptProblem[] {
  return script.sections
    .filter((section) => section.say.length === 0 && listens(section))
    .map((section) => ({ ...placeOf(section), message: `"${section.name}" waits for an answer and says nothing` }));
}

/** `<names>` that no `capture` line gives a value to: they would be spoken as nothing. */
function unknownCaptures(script: Script): ScriptProblem[] {
  const branches = [...script.sections.flatMap((section) => section.branches), ...script.anytime];
  const captured = new Set(branches.map(({ captures }) => captures));
  return script.sections.flatMap((section) =>
    [...section.say, section.otherwise?.text ?? '']
      .flatMap((text) => captureNames(text))
      .filter((name) => !captured.has(name))
      .map((name) => ({ ...placeOf(section), message: `nothing captures <${name}>` })),
  );
}

/** `{name}` is spoken as nothing, which its author does not want. */
function strayBraces(script: Script): ScriptProblem[] {
  return script.sections.flatMap((section) =>
    [...section.say, section.otherwise?.text ?? '']
      .flatMap((text) => strayNames(text))
      .map((name) => ({ ...placeOf(section), message: `write {{${name}}} or <${name}> instead of {${name}}` })),
  );
}

/** What is wrong with the dialogue in a prompt, by line; nothing for prose. A script with problems still runs. */
export function checkScript(template: string): ScriptProblem[] {
  const parsed = parseScript(template);
  if (!parsed) return [];
  const { script, problems } = parsed;
  const checks = [unknownSections, deadEnds, unheardBranches, silentQuestions, unknownCaptures, strayBraces];
  const found = checks.flatMap((check) => check(script));
  return [...problems, ...found].sort((a, b) => a.line - b.line || a.column - b.column);
}
