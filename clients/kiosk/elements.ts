type Child = Node | string

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  content: Child | readonly Child[],
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...[content].flat())
  return created
}

/** Equal children stay: a tap on a replaced button would be lost. Focuses the element of the same id, or the title. */
export function show(id: string, content: readonly Child[]): void {
  const root = document.getElementById(id)
  if (!root) return
  const focusedId = document.activeElement?.id
  const before = [...root.childNodes]
  const wanted = [...element('div', content).childNodes]
  const now = wanted.map((child) => before.find((old) => old.isEqualNode(child)) ?? child)
  if (now.length === before.length && now.every((child, index) => child === before[index])) return
  root.replaceChildren(...now)
  if (!focusedId) return
  const focused = document.getElementById(focusedId) ?? document.getElementById('title')
  focused?.focus({ preventScroll: true })
}
