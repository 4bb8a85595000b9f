import type { Branch, Destination, Script, ScriptProblem, Section } from './script.ts';

const COMMENT = /^(#(?!#)|\/\/)/;
const DIRECTIVE = /^(?:(say|hear|else|end|press)\s*:|(else)\s*(?=->|→)|(capture)\s)(.*)$/i;
const ARROWS = ['->', '→'];
const VARIABLE = /^[A-Za-z_][\w -]{0,63}$/;
const OUTCOME = /^[a-z][a-z0-9_]{0,63}$/;
/** In a dialogue, a line of this form was meant to be one of its own, whatever its word. */
const LIKE_DIRECTIVE = /^[A-Za-z]+\s*:|->|→/;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** The section whose branches hold in every other one. */
const ANYTIME = 'anytime';

export interface ParsedScript {
  script: Script;
  problems: ScriptProblem[];
}

/** Section names are compared without case, and with every kind of space and hyphen alike. */
function sectionName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

function destinationOf(target: string): Destination {
  const name = sectionName(target);
  return name === 'again' ? { type: 'again' } : { type: 'section', name };
}

/** The text before the last arrow of a line, and after it; the latter is null without an arrow. */
function splitAtArrow(text: string): { before: string; target: string | null } {
  const [position, arrow] = ARROWS.map((sign) => [text.lastIndexOf(sign), sign] as const).toSorted(
    ([a], [b]) => b - a,
  )[0]!;
  if (position === -1) return { before: text.trim(), target: null };
  return { before: text.slice(0, position).trim(), target: text.slice(position + arrow.length).trim() };
}

interface Heading {
  name: string;
  line: number;
  column: number;
}

/** A line under a heading that may yet turn out to be prose. */
interface Stray {
  text: string;
  problem: ScriptProblem;
}

class Parser {
  readonly problems: ScriptProblem[] = [];
  readonly sections: Section[] = [];
  readonly choices: string[] = [];
  private section: Section | null = null;
  /** Headings of prose ("## Personality") are no sections: they count when their first directive comes. */
  private heading: Heading | null = null;
  /** Lines under the heading that are no directives: prose, unless the heading becomes a section. */
  private strays: Stray[] = [];
  /** The line that is being read. */
  private written = '';

  line(written: string, line: number): void {
    this.written = written;
    const text = written.trim();
    if (text.startsWith('##') && !text.startsWith('###')) {
      this.endHeading();
      this.heading = { name: sectionName(text.slice(2)), line, column: this.column };
      this.section = null;
      this.strays = [];
      return;
    }
    if (text === '' || COMMENT.test(text) || !this.heading) return;
    const directive = DIRECTIVE.exec(text);
    if (directive) {
      const word = (directive[1] ?? directive[2] ?? directive[3])!.toLowerCase();
      this.directive(this.openSection(this.heading), word, directive[4]!.trim(), line);
    } else {
      const known = 'none of say, hear, capture, else, end and press';
      const problem = { line, column: this.column, message: `"${text.slice(0, 40)}" is ${known}` };
      if (this.section) this.problems.push(problem);
      else this.strays.push({ text, problem });
    }
  }

  /** Under a heading among sections, lines that look like a dialogue's are one with a mistake in each. */
  endHeading(): void {
    if (this.section || this.sections.length === 0) return;
    this.problems.push(...this.strays.filter(({ text }) => LIKE_DIRECTIVE.test(text)).map(({ problem }) => problem));
  }

  /** Of the first character of the line. */
  private get column(): number {
    return this.written.length - this.written.trimStart().length + 1;
  }

  /** Of the text behind the last arrow of the line. */
  private get targetColumn(): number {
    const arrow = ARROWS.map((sign) => this.written.lastIndexOf(sign) + sign.length).reduce((a, b) => Math.max(a, b));
    return arrow + (/^\s*/.exec(this.written.slice(arrow))?.[0].length ?? 0) + 1;
  }

  private openSection(heading: Heading): Section {
    if (this.section) return this.section;
    const { name, line, column } = heading;
    this.problems.push(...this.strays.splice(0).map(({ problem }) => problem));
    if (name === '') this.report(line, 'a section without a name');
    if (this.sections.some((section) => section.name === name)) this.report(line, `there are two sections "${name}"`);
    this.section = { name, line, column, say: [], branches: [], otherwise: null, outcome: null };
    this.sections.push(this.section);
    return this.section;
  }

  private directive(section: Section, word: string, body: string, line: number): void {
    if (word === 'say') this.say(section, body, line);
    else if (word === 'hear') section.branches.push(this.branch(body, null, line));
    else if (word === 'capture') this.capture(section, body, line);
    else if (word === 'else') this.otherwise(section, body, line);
    else if (word === 'press') this.press(section, body, line);
    else this.end(section, body, line);
  }

  private say(section: Section, body: string, line: number): void {
    if (body === '') this.report(line, '"say" without words');
    else section.say.push(body);
  }

  private branch(body: string, captures: string | null, line: number): Branch {
    const { before, target } = splitAtArrow(body);
    if (target === '') this.report(line, 'an arrow without a section', this.targetColumn);
    return {
      line,
      column: target ? this.targetColumn : this.column,
      alternatives: this.alternatives(before, line),
      captures,
      destination: target ? destinationOf(target) : { type: 'following' },
    };
  }

  private alternatives(text: string, line: number): string[] {
    const alternatives = text.split('|').map((alternative) => alternative.trim());
    if (alternatives.includes('')) this.report(line, 'an alternative without words');
    return alternatives.filter((alternative) => alternative !== '');
  }

  private press({ name }: Section, body: string, line: number): void {
    if (name === ANYTIME) this.choices.push(...this.alternatives(body, line));
    else this.report(line, `"press" belongs into the section "${ANYTIME}"`);
  }

  private capture(section: Section, body: string, line: number): void {
    const colon = body.indexOf(':');
    const name = body.slice(0, Math.max(0, colon)).trim();
    if (VARIABLE.test(name)) section.branches.push(this.branch(body.slice(colon + 1), name, line));
    else this.report(line, 'write "capture name: what | may be | heard"');
  }

  private otherwise(section: Section, body: string, line: number): void {
    const { before, target } = splitAtArrow(body);
    if (target === '') this.report(line, 'an arrow without a section', this.targetColumn);
    if (section.otherwise) this.report(line, 'a second "else" in one section');
    const column = target ? this.targetColumn : this.column;
    section.otherwise = { line, column, text: before || null, destination: target ? destinationOf(target) : null };
  }

  private end(section: Section, body: string, line: number): void {
    const isOutcome = OUTCOME.test(body);
    if (!isOutcome) this.report(line, 'an outcome is lower case letters, digits and _, for example success');
    section.outcome = isOutcome ? body : 'success';
  }

  private report(line: number, message: string, column = this.column): void {
    this.problems.push({ line, column, message });
  }
}

/** Templates of agents in use: each call reads its own at its beginning and for each reply. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 20_000; // characters
const known = new Map<string, ParsedScript | null>();

/**
 * Reads the dialogue in a prompt's template; null when it holds none, which is the case of ordinary prose.
 * Problems are lines that could not be read, and were skipped. The same object for the same template: not to be changed.
 */
export function parseScript(template: string): ParsedScript | null {
  const found = known.get(template);
  if (found !== undefined) return found;
  if (template.length > LONGEST_KNOWN) return parse(template);
  const parsed = parse(template);
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(template, parsed);
  return parsed;
}

function parse(template: string): ParsedScript | null {
  const parser = new Parser();
  for (const [index, text] of template.split(LINE_END).entries()) parser.line(text, index + 1);
  parser.endHeading();
  const sections = parser.sections.filter(({ name }) => name !== ANYTIME);
  if (!sections.some(({ say, outcome }) => say.length > 0 || outcome !== null)) return null;
  const anytime = parser.sections.filter(({ name }) => name === ANYTIME).flatMap(({ branches }) => branches);
  return { script: { sections, anytime, choices: parser.choices }, problems: parser.problems };
}
