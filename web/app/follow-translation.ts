/** What stands in the document in place of a node that a translator took out. */
const replacements = new WeakMap<Node, Node>()

/** The node itself while it is in the document, or else what replaced it there. */
function shownNode(node: Node): Node {
  const replacement = node.isConnected ? undefined : replacements.get(node)
  return replacement ? shownNode(replacement) : node
}

const isTranslated = (node: Node | null): node is Element =>
  node instanceof Element && node.tagName === 'FONT'

/** A translator replaces a text by a `font` element, or puts that beside the text and removes it. */
const replacementIn = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): Node | undefined =>
  addedNodes[0] ?? [previousSibling, nextSibling].find(isTranslated)

/**
 * Lets React change a page that the browser has translated. Translators replace text nodes, but React goes on writing into
 * those it made, and removes them or inserts before them, which throws. A changed text returns to the page, where the
 * translator finds it again.
 */
export function followTranslation(): void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const shown = shownNode(target)
      if (shown !== target && isTranslated(shown)) shown.replaceWith(target)
    }
  })
  const note = (records: MutationRecord[]) => {
    for (const record of records)
      for (const removed of record.removedNodes) {
        if (removed.isConnected || !(removed instanceof Text || isTranslated(removed))) continue
        const replacement = replacementIn(record)
        if (!replacement) continue
        replacements.set(removed, replacement)
        changes.observe(removed, { characterData: true })
      }
  }
  const replaced = new MutationObserver(note)
  replaced.observe(document.documentElement, { childList: true, subtree: true })

  /** The child of a parent, or what replaced it there. */
  const childOf = (parent: Node, node: Node): Node => {
    if (node.parentNode === parent) return node
    note(replaced.takeRecords())
    const shown = shownNode(node)
    return shown.parentNode === parent ? shown : node
  }
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, childOf(this, child))
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    insertBefore.call(this, child, before && childOf(this, before))
    return child
  }
}
