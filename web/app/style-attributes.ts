const entities: Record<string, string> = {
  '&quot;': '"',
  '&amp;': '&',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}
const decode = (text: string) =>
  text.replace(/&(?:quot|amp|#x27|lt|gt);/g, (entity) => entities[entity] ?? '')

/**
 * Moves the `style` attributes of rendered HTML, such as those of Base UI, into rules: a page's policy allows rules by
 * their hash, and no attribute. In text React escapes quotation marks, so that only attributes match.
 */
export function moveStyleAttributes(html: string): { html: string; css: string } {
  const rules = new Map<string, number>()
  const moved = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const rule = decode(style)
    const index = rules.get(rule) ?? rules.size
    rules.set(rule, index)
    return ` data-style="${index}"`
  })
  // Twice the attribute: stronger than a class.
  const css = [...rules].map(([rule, index]) => `[data-style][data-style="${index}"]{${rule}}`).join('\n')
  return { html: moved, css }
}
