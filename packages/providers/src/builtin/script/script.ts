/** Where an answer leads: a section by name, the one that follows, or the same one again. */
export type Destination = { type: 'section'; name: string } | { type: 'following' } | { type: 'again' };

/** The alternative that stands for anything. */
export const WILDCARD = '*';

/** One `hear` or `capture` line. */
export interface Branch {
  line: number;
  /** Of the section that the arrow names; of the line's first character without one. */
  column: number;
  /** What may be heard, with `{{variables}}` not yet filled in. */
  alternatives: string[];
  /** The variable that keeps what was heard; null for `hear`. */
  captures: string | null;
  destination: Destination;
}

/** What happens when nothing matches. */
interface Otherwise {
  line: number;
  /** As that of a branch. */
  column: number;
  /** Said instead of the section's own words; null repeats those. */
  text: string | null;
  /** Where the second miss leads; null gives up politely. */
  destination: Destination | null;
}

export interface Section {
  name: string;
  line: number;
  column: number;
  say: string[];
  branches: Branch[];
  otherwise: Otherwise | null;
  /** The outcome with which the call ends here; null when it goes on. */
  outcome: string | null;
}

export interface Script {
  sections: Section[];
  /** Branches of the section `anytime`: tried in every section after its own. */
  anytime: Branch[];
  /** What to choose from a voice menu, the most wanted first; a line of `anytime` too. */
  choices: string[];
}

/** Something that the author of a script got wrong; lines and columns count from 1. */
export interface ScriptProblem {
  line: number;
  column: number;
  message: string;
}

/** A section that waits for an answer; another says its words and goes on to the one that follows. */
export function listens(section: Section): boolean {
  return section.branches.length > 0 || section.otherwise !== null;
}
