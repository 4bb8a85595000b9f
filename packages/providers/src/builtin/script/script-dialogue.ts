import type { DialogueTurns, Reply } from './dialogue-turns.ts';
import { fillVariables } from './fill-variables.ts';
import { comparableWords, matchScore, WILDCARD_SCORE } from './phrase-match.ts';
import { type Branch, type Destination, listens, type Script, type Section, WILDCARD } from './script.ts';
import { utteranceKind } from './utterance-kind.ts';

/** Misses in a row after which a section gives up. */
const PATIENCE = 2;
const DID_NOT_UNDERSTAND = 'Sorry, I did not catch that.';
const GIVING_UP = 'I am sorry, I have trouble understanding you. We will try again another time. Goodbye.';
const GOODBYE = 'Thank you for your time. Goodbye.';
/** For sections that lead into each other without ever listening: more than any script needs. */
const MAXIMUM_STEPS = 100;

/** Replays a script over what the caller has answered so far. Holds the state of one replay; make one for each. */
class Replay {
  private readonly script: Script;
  private readonly variables: Record<string, string>;
  private readonly opening: string | null;
  private readonly captures: Record<string, string> = {};
  private section: Section | null;
  private isAtBeginning = true;
  private misses = 0;
  private outcome: string | null = null;

  constructor(script: Script, variables: Record<string, string>, opening: string | null) {
    this.script = script;
    this.variables = variables;
    this.opening = opening;
    this.section = script.sections[0]!;
  }

  /**
   * Says the current section. Until the dialogue has left the one it began with, that is what the call began with:
   * an agent's first message asks the first question in words of its own.
   */
  say(): Reply {
    const written = this.sayAsWritten();
    const { opening } = this;
    if (opening === null || !this.isAtBeginning || written.outcome !== null) return written;
    return written.text !== '' && opening.includes(written.text) ? written : { text: opening, outcome: null };
  }

  /** The current section, and those that follow as long as none listens or ends. */
  private sayAsWritten(): Reply {
    const texts: string[] = [];
    for (let step = 0; this.section && step < MAXIMUM_STEPS; step++) {
      texts.push(...this.section.say.map((text) => this.fill(text)));
      if (this.section.outcome !== null) return this.end(texts.join(' '), this.section.outcome);
      if (listens(this.section)) return { text: texts.join(' '), outcome: null };
      this.section = this.following();
    }
    return this.end([...texts, GOODBYE].join(' '), 'success');
  }

  answer(text: string): Reply {
    if (this.outcome !== null || !this.section) return this.end(GOODBYE, this.outcome ?? 'success');
    const branch = this.bestBranch(text);
    if (branch) {
      this.misses = 0;
      return this.go(branch.destination);
    }
    return this.miss(text);
  }

  private bestBranch(text: string): Branch | null {
    const heard = comparableWords(text);
    for (const branches of [this.section!.branches, this.script.anytime]) {
      const scored = branches.flatMap((branch) =>
        branch.alternatives.map((alternative) => ({
          branch,
          alternative,
          score: this.score(alternative, heard),
        })),
      );
      const best = scored.reduce<(typeof scored)[number] | null>(
        (highest, candidate) => (candidate.score > (highest?.score ?? 0) ? candidate : highest),
        null,
      );
      if (!best) continue;
      const { captures } = best.branch;
      if (captures !== null)
        this.captures[captures] = best.alternative === WILDCARD ? text : this.fill(best.alternative);
      return best.branch;
    }
    return null;
  }

  /** A wildcard is one in the script, never in a variable's value. */
  private score(alternative: string, heard: string[]): number {
    if (alternative === WILDCARD) return heard.length > 0 ? WILDCARD_SCORE : 0;
    return matchScore(this.fill(alternative), heard);
  }

  private miss(text: string): Reply {
    const kind = utteranceKind(text);
    // A caller who only greets, or asks again, was understood.
    if (kind === 'greeting' || kind === 'repeat') return this.say();
    if (kind === 'goodbye') return this.end(GOODBYE, 'partial');
    this.misses += 1;
    const { otherwise } = this.section!;
    if (this.misses >= PATIENCE) {
      this.misses = 0;
      return otherwise?.destination ? this.go(otherwise.destination) : this.end(GIVING_UP, 'partial');
    }
    if (otherwise?.text) return { text: this.fill(otherwise.text), outcome: null };
    const again = this.say();
    return { ...again, text: `${DID_NOT_UNDERSTAND} ${again.text}` };
  }

  private go(destination: Destination): Reply {
    switch (destination.type) {
      case 'again':
        return this.say();
      case 'following':
        this.isAtBeginning = false;
        this.section = this.following();
        return this.say();
      case 'section':
        this.isAtBeginning = false;
        // A section that does not exist is reported by checkScript; a call goes on with the one that follows.
        this.section = this.script.sections.find(({ name }) => name === destination.name) ?? this.following();
        return this.say();
    }
  }

  private following(): Section | null {
    return this.script.sections[this.script.sections.indexOf(this.section!) + 1] ?? null;
  }

  private end(text: string, outcome: string): Reply {
    this.outcome = outcome;
    return { text, outcome };
  }

  private fill(text: string): string {
    return fillVariables(text, this.variables, this.captures);
  }
}

/** What a script says next. Depends on nothing but its arguments. */
export function scriptReply(script: Script, variables: Record<string, string>, turns: DialogueTurns): Reply {
  const replay = new Replay(script, variables, turns.opening);
  let reply = replay.say();
  if (!turns.begun) return reply;
  for (const answer of turns.answers) reply = replay.answer(answer);
  return reply;
}
