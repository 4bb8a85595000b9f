import type { Branch, Destination, Script, ScriptProblem, Section } from './script.ts';

const HEADING = /^##\s+(.+?)\s*#*$/;
const COMMENT = /^(#(?!#)|\/\/)/;
const DIRECTIVE = /^(say|hear|capture|else|end)\b[ \t]*(.*)$/i;
const CAPTURE = /^([A-Za-z_][\w -]*?)\s*:(.*)$/;
const ARROW = /^(.*?)(?:->|→)\s*([^>]*)$/;
const OUTCOME = /^[a-z][a-z0-9_]{0,63}$/;
/** The section whose branches hold in every other one. */
const ANYTIME = 'anytime';

export interface ParsedScript {
  script: Script;
  problems: ScriptProblem[];
}

/** Section names are compared without case, and with every kind of space and hyphen alike. */
function sectionName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '_');
}

function destinationOf(target: string): Destination {
  const name = sectionName(target);
  return name === 'again' ? { type: 'again' } : { type: 'section', name };
}

class Parser {
  readonly problems: ScriptProblem[] = [];
  readonly sections: Section[] = [];
  private section: Section | null = null;
  /** Headings of prose ("## Personality") are no sections: they count when their first directive comes. */
  private heading: { name: string; line: number } | null = null;

  line(text: string, line: number): void {
    const heading = HEADING.exec(text);
    if (heading) {
      this.heading = { name: sectionName(heading[1]!), line };
      this.section = null;
      return;
    }
    if (text === '' || COMMENT.test(text) || !this.heading) return;
    const directive = DIRECTIVE.exec(text);
    if (directive && /^(:|->|→)|^[^:]*:/.test(directive[2]!))
      this.directive(directive[1]!.toLowerCase(), directive[2]!, line);
    else if (this.section) this.report(line, `"${text.slice(0, 40)}" is none of say, hear, capture, else, end`);
  }

  private directive(word: string, rest: string, line: number): void {
    const section = this.openSection();
    const body = rest.replace(/^:/, '').trim();
    if (word === 'say') this.say(section, body, line);
    else if (word === 'hear') section.branches.push(this.branch(body, null, line));
    else if (word === 'capture') this.capture(section, body, line);
    else if (word === 'else') this.otherwise(section, body, line);
    else this.end(section, body, line);
  }

  private openSection(): Section {
    if (this.section) return this.section;
    const { name, line } = this.heading!;
    if (this.sections.some((section) => section.name === name)) this.report(line, `there are two sections "${name}"`);
    this.section = { name, line, say: [], branches: [], otherwise: null, outcome: null };
    this.sections.push(this.section);
    return this.section;
  }

  private say(section: Section, body: string, line: number): void {
    if (body === '') this.report(line, '"say" without words');
    else section.say.push(body);
  }

  private branch(body: string, captures: string | null, line: number): Branch {
    const arrow = ARROW.exec(body);
    const target = arrow?.[2]?.trim();
    if (arrow && !target) this.report(line, 'an arrow without a section');
    const alternatives = (arrow ? arrow[1]! : body).split('|').map((text) => text.trim());
    if (alternatives.includes('')) this.report(line, 'an alternative without words');
    return {
      line,
      alternatives: alternatives.filter((text) => text !== ''),
      captures,
      destination: target ? destinationOf(target) : { type: 'following' },
    };
  }

  private capture(section: Section, body: string, line: number): void {
    const capture = CAPTURE.exec(body);
    if (capture) section.branches.push(this.branch(capture[2]!, capture[1]!, line));
    else this.report(line, 'write "capture name: what | may be | heard"');
  }

  private otherwise(section: Section, body: string, line: number): void {
    const arrow = ARROW.exec(body);
    const text = (arrow ? arrow[1]! : body).trim();
    const target = arrow?.[2]?.trim();
    if (arrow && !target) this.report(line, 'an arrow without a section');
    if (section.otherwise) this.report(line, 'a second "else" in one section');
    section.otherwise = { line, text: text || null, destination: target ? destinationOf(target) : null };
  }

  private end(section: Section, body: string, line: number): void {
    if (!OUTCOME.test(body)) this.report(line, 'an outcome is lower case letters, digits and _, for example success');
    section.outcome = OUTCOME.test(body) ? body : 'success';
  }

  private report(line: number, message: string): void {
    this.problems.push({ line, message });
  }
}

/**
 * Reads the dialogue in a prompt's template; null when it holds none, which is the case of ordinary prose.
 * Problems are lines that could not be read, and were skipped.
 */
export function parseScript(template: string): ParsedScript | null {
  const parser = new Parser();
  const lines = template.split(/\r\n|[\n\r\u2028\u2029]/);
  for (const [index, text] of lines.entries()) parser.line(text.trim(), index + 1);
  const sections = parser.sections.filter(({ name }) => name !== ANYTIME);
  if (!sections.some(({ say, outcome }) => say.length > 0 || outcome !== null)) return null;
  const anytime = parser.sections.filter(({ name }) => name === ANYTIME).flatMap(({ branches }) => branches);
  return { script: { sections, anytime }, problems: parser.problems };
}
