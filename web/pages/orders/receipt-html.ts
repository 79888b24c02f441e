/** A piece of HTML that is inserted unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags and in quoted attributes. */
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

type Value = string | number | Html | readonly Html[]

const written = (value: Value): string => {
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value))
}

/** HTML with values in it. Every value is escaped, unless it is HTML itself or a list of it. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(written)))
