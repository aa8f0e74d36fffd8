import { escapeHtml } from '../../contract/escape-html.ts';

/** A piece of safe HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** A template tag that escapes all values except Html objects, for use in text and attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let [text = ''] = parts;
  values.forEach((value, index) => {
    text += render(value) + (parts[index + 1] ?? '');
  });
  return new Html(text);
}

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}
