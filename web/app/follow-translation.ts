/** Maps nodes that a translator has removed to their replacements. */
const replacements = new WeakMap<Node, Node>()

function shownNode(node: Node): Node {
  const replacement = node.isConnected ? undefined : replacements.get(node)
  return replacement ? shownNode(replacement) : node
}

const isTranslated = (node: Node | null): node is Element =>
  node instanceof Element && node.tagName === 'FONT'

/** Translators either replace a text node with a `font` element, or insert that beside it and then remove the text. */
const replacementIn = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): Node | undefined =>
  addedNodes[0] ?? [previousSibling, nextSibling].find(isTranslated)

/**
 * Makes React work on pages translated by the browser. Translators replace text nodes, but React keeps references to
 * the originals; removing them or inserting before them throws. Changed text is reinserted, and the translator
 * translates it again.
 */
export function followTranslation(): void {
  const textObserver = new MutationObserver((records) => {
    for (const { target } of records) {
      const shown = shownNode(target)
      if (shown !== target && isTranslated(shown)) shown.replaceWith(target)
    }
  })
  const recordReplacements = (records: MutationRecord[]) => {
    for (const record of records)
      for (const removed of record.removedNodes) {
        if (removed.isConnected || !(removed instanceof Text || isTranslated(removed))) continue
        const replacement = replacementIn(record)
        if (!replacement) continue
        replacements.set(removed, replacement)
        textObserver.observe(removed, { characterData: true })
      }
  }
  const replaced = new MutationObserver(recordReplacements)
  replaced.observe(document.documentElement, { childList: true, subtree: true })

  const childOf = (parent: Node, node: Node): Node => {
    if (node.parentNode === parent) return node
    recordReplacements(replaced.takeRecords())
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
