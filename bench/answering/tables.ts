// What came out, as text.
import { expectedOf } from './greeting.ts';
import type { Outcome } from './trial.ts';

export function printTables(outcomes: readonly Outcome[], { shows }: { shows: boolean }): void {
  if (shows) for (const outcome of outcomes.filter(isFaulty)) printOutcome(outcome);
  for (const isHeldOut of [false, true]) {
    const part = outcomes.filter(({ greeting }) => greeting.isHeldOut === isHeldOut);
    if (part.length === 0) continue;
    console.log(`\n${isHeldOut ? 'held out' : 'tuning'}: ${part.length} greetings`);
    printGroups(part, ({ greeting }) => `${expectedOf(greeting.kind)}: ${greeting.kind}`);
    printGroups(part, ({ greeting }) => greeting.language);
    printGroups(part, ({ greeting }) => `all ${expectedOf(greeting.kind)}`);
  }
}

const isPerson = ({ greeting }: Outcome): boolean => expectedOf(greeting.kind) === 'human';
const isMachine = ({ greeting }: Outcome): boolean => expectedOf(greeting.kind) === 'voicemail';

/** The longest that a person waits for the agent's first sound. */
const PROMPT_MS = 1200;

function isFaulty(outcome: Outcome): boolean {
  const { isRight, firstSoundMs, isIntroduced, isMessageWhole, messageMs } = outcome;
  if (isPerson(outcome)) return !isRight || !isIntroduced || firstSoundMs === null || firstSoundMs > PROMPT_MS;
  return !isRight || (isMachine(outcome) && (!isMessageWhole || messageMs! < 0));
}

function printOutcome({ greeting, decisions, firstSoundMs, messageMs, overlapMs, isIntroduced, lines }: Outcome): void {
  const said = greeting.parts
    .map((part) => (part.type === 'speech' ? part.written : `[${part.type} ${part.ms}]`))
    .join(' ');
  console.log(
    `\n# ${greeting.id} (${expectedOf(greeting.kind)}) ${greeting.hasFirstMessage ? '' : 'no first message '}${said}`,
  );
  const decided = decisions.map(({ who, atMs }) => `${who} at ${atMs}`).join(', ');
  console.log(
    `  ${decided || 'undecided'}; first ${firstSoundMs}, introduced ${isIntroduced}, message ${messageMs}, overlap ${overlapMs}`,
  );
  for (const line of lines) console.log(`  | ${line}`);
}

/** A line for each group, its figures under their names. */
function printGroups(outcomes: readonly Outcome[], groupOf: (outcome: Outcome) => string): void {
  const rows = [...Map.groupBy(outcomes, groupOf)].map(([group, members]) => [group, ...figuresOf(members)]);
  const table = [['', ...COLUMNS], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  console.log('');
  for (const row of table) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)));
    console.log(cells.join('  '));
  }
}

const COLUMNS = [
  'count',
  'right %',
  'heard after ms (50, 95 %)',
  'in 1.2 s %',
  'introduced %',
  'message whole %',
  'after ms (50, 95 %)',
  'into greeting %',
];

function figuresOf(outcomes: readonly Outcome[]): string[] {
  const people = outcomes.filter(isPerson);
  const machines = outcomes.filter(isMachine);
  const firstMs = people.map(({ firstSoundMs }) => firstSoundMs ?? Number.POSITIVE_INFINITY);
  const messageMs = machines.flatMap(({ messageMs: ms }) => (ms === null ? [] : [ms]));
  return [
    `${outcomes.length}`,
    percent(outcomes, ({ isRight }) => isRight),
    quantiles(firstMs),
    percent(people, ({ firstSoundMs }) => firstSoundMs !== null && firstSoundMs <= PROMPT_MS),
    percent(people, ({ isIntroduced }) => isIntroduced),
    percent(machines, ({ isMessageWhole }) => isMessageWhole),
    quantiles(messageMs),
    percent(machines, ({ messageMs: ms }) => ms !== null && ms < 0),
  ];
}

function percent(outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): string {
  if (outcomes.length === 0) return '';
  return (Math.round((1000 * outcomes.filter(holds).length) / outcomes.length) / 10).toFixed(1);
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '';
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95].map((share) => Math.round(sorted[Math.floor(share * sorted.length)]!)).join(', ');
}
