/** Markup, as opposed to text. Only `html` makes it, so everything else is escaped wherever it is put in. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Renderable = Html | string | number | null | undefined | false | readonly Renderable[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function rendered(value: Renderable): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(rendered).join('');
  return String(value).replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** A template whose values are escaped unless they are markup already; lists are joined, nothing is left out. */
export function html(parts: TemplateStringsArray, ...values: Renderable[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(rendered)));
}
