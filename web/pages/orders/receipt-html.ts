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

/** Escapes text for HTML content and quoted attributes. */
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

type Value = string | number | Html | readonly Html[]

const renderValue = (value: Value): string => {
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value))
}

/** Escapes every value, except `Html` and lists of `Html`. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(renderValue)))
