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
 * Moves inline `style` attributes of rendered HTML into CSS rules, because the Content Security Policy allows style
 * rules by hash, but no attributes. React escapes quotes in text, so the pattern only matches attributes.
 */
export function moveStyleAttributes(html: string): { html: string; css: string } {
  const rules = new Map<string, number>()
  const htmlWithoutStyles = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const rule = decode(style)
    const index = rules.get(rule) ?? rules.size
    rules.set(rule, index)
    return ` data-style="${index}"`
  })
  // The doubled attribute selector overrides classes.
  const css = [...rules].map(([rule, index]) => `[data-style][data-style="${index}"]{${rule}}`).join('\n')
  return { html: htmlWithoutStyles, css }
}
