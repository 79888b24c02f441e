declare global {
  interface Window {
    /** Elements that were tapped on the server's page; the script in its head fills it until the app takes over. */
    earlyTaps?: EventTarget[] | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isChoice = (field: Field) => field.type === 'radio' || field.type === 'checkbox'
const filesOf = (field: Field) => (field instanceof HTMLInputElement ? field.files : null)

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Finds an element again in another picture of the same page, whatever text it holds. */
function likeness(element: Element): string {
  const isText = isField(element) && !isChoice(element)
  return JSON.stringify([
    element.tagName,
    element.getAttribute('name'),
    isText ? element.type : element.getAttribute('value'),
    element.getAttribute('aria-label') ?? (isField(element) ? element.labels?.[0] : element)?.textContent,
  ])
}

/** Writes as a traveller does, so that React hears of it, and leaves the caret where it is, or behind what another field had. */
function type(field: Field, value: string, isOther: boolean): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  const { selectionStart, selectionEnd } = field
  // React takes what the field held when it took it over for known: through its own setter it learns of another value.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (selectionStart !== null && !isOther) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Collects what is tapped, typed, chosen and focused on the server's page before the app takes over; returns a function
 * that does it again once the app is there. Links work without the app, and need neither.
 */
export function collectEarlyInput(root: Element): () => void {
  const tapped = (window.earlyTaps ?? []).flatMap((target) => {
    const element = target instanceof Element ? target.closest('button, input:not([type=file])') : null
    return element instanceof HTMLElement && root.contains(element) ? [element] : []
  })
  window.earlyTaps = undefined
  const fields = [...root.querySelectorAll<Field>('input, textarea')]
  const texts = fields.filter((field) => !isChoice(field) && !filesOf(field))
  const typed = new Map<Field, string>()
  for (const field of texts) if (field.value !== field.defaultValue) typed.set(field, field.value)
  const chosen = fields.flatMap((field) => {
    const files = filesOf(field)
    return files && files.length > 0 ? [{ field: field as HTMLInputElement, files }] : []
  })
  // A choice that is made already cannot be made again.
  for (const field of fields) if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  const names = new Map(
    [...tapped, ...texts, ...chosen.map(({ field }) => field)].map((element) => [element, likeness(element)]),
  )
  const focused = fields.find((field) => field === document.activeElement)
  const defaults = new Map(texts.map((field) => [field, field.defaultValue]))
  const typedLater = new Set<Field>()
  /** What was typed into fields that have taken the place of others. */
  const added = new Map<EventTarget | null, string>()
  const noteTyping = (event: Event) => {
    const { target } = event
    const field = texts.find((text) => text === target)
    if (!field) {
      added.set(target, (added.get(target) ?? '') + ((event as InputEvent).data ?? ''))
      return
    }
    typedLater.add(field)
    typed.set(field, field.value)
  }
  root.addEventListener('input', noteTyping, true)
  const now = <Control extends HTMLElement>(before: Control): Control | undefined => {
    if (before.isConnected) return before
    const like = [...root.querySelectorAll<Control>(before.tagName)]
    return like.find((element) => likeness(element) === names.get(before))
  }
  return () => {
    root.removeEventListener('input', noteTyping, true)
    for (const [before, value] of typed) {
      // React, which keeps the attribute at its value, has the whole text from a key that it heard.
      const isHeard =
        typedLater.has(before) && before.isConnected && before.defaultValue !== defaults.get(before)
      const found = isHeard ? undefined : now(before)
      if (found) type(found, value + (added.get(found) ?? ''), found !== before)
    }
    const field = focused && !focused.isConnected && document.activeElement === document.body && now(focused)
    if (field) {
      field.focus({ preventScroll: true })
      // The next key takes the place of what the device had stored, and follows what was typed.
      if (!typed.has(focused)) field.select()
    }
    typed.clear()
    for (const { field, files } of chosen.splice(0)) {
      const found = now(field)
      if (!found) continue
      found.files = files
      found.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const element of tapped.splice(0)) now(element)?.click()
  }
}
