declare global {
  interface Window {
    /** Elements tapped before hydration; an inline script in the page's head adds them. */
    earlyTaps?: EventTarget[] | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isChoice = (field: Field) => field.type === 'radio' || field.type === 'checkbox'
const filesOf = (field: Field) => (field instanceof HTMLInputElement ? field.files : null)

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Key that identifies an element after a rerender, independent of its text value. */
function fingerprintOf(element: Element): string {
  const isText = isField(element) && !isChoice(element)
  return JSON.stringify([
    element.tagName,
    element.getAttribute('name'),
    isText ? element.type : element.getAttribute('value'),
    element.getAttribute('aria-label') ?? (isField(element) ? element.labels?.[0] : element)?.textContent,
  ])
}

/** Sets a value so that React's `onChange` fires. Keeps the caret unless the element was replaced. */
function typeInto(field: Field, value: string, isOther: boolean): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  const { selectionStart, selectionEnd } = field
  // React ignores a value equal to the one it tracks, so reset that and then use the native setter.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (selectionStart !== null && !isOther) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Records taps, input and focus before hydration. Returns a function that replays them. Links work without the app, so
 * they aren't recorded.
 */
export function collectEarlyInput(root: Element): () => void {
  const tappedElements = (window.earlyTaps ?? []).flatMap((target) => {
    const element = target instanceof Element ? target.closest('button, input:not([type=file])') : null
    return element instanceof HTMLElement && root.contains(element) ? [element] : []
  })
  window.earlyTaps = undefined
  const fields = [...root.querySelectorAll<Field>('input, textarea')]
  const textFields = fields.filter((field) => !isChoice(field) && !filesOf(field))
  const typedValues = new Map<Field, string>()
  for (const field of textFields) if (field.value !== field.defaultValue) typedValues.set(field, field.value)
  const chosenFiles = fields.flatMap((field) => {
    const files = filesOf(field)
    return files && files.length > 0 ? [{ field: field as HTMLInputElement, files }] : []
  })
  // Selecting a checked option again would fire no event.
  for (const field of fields) if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  const fingerprints = new Map(
    [...tappedElements, ...textFields, ...chosenFiles.map(({ field }) => field)].map((element) => [
      element,
      fingerprintOf(element),
    ]),
  )
  const focusedField = fields.find((field) => field === document.activeElement)
  const defaults = new Map(textFields.map((field) => [field, field.defaultValue]))
  const retypedFields = new Set<Field>()
  /** Text typed into fields that replaced other elements. */
  const addedText = new Map<EventTarget | null, string>()
  const recordTyping = (event: Event) => {
    const { target } = event
    const field = textFields.find((text) => text === target)
    if (!field) {
      addedText.set(target, (addedText.get(target) ?? '') + ((event as InputEvent).data ?? ''))
      return
    }
    retypedFields.add(field)
    typedValues.set(field, field.value)
  }
  root.addEventListener('input', recordTyping, true)
  const findCurrent = <Control extends HTMLElement>(before: Control): Control | undefined => {
    if (before.isConnected) return before
    const like = [...root.querySelectorAll<Control>(before.tagName)]
    return like.find((element) => fingerprintOf(element) === fingerprints.get(before))
  }
  return () => {
    root.removeEventListener('input', recordTyping, true)
    for (const [before, value] of typedValues) {
      // React has already handled input events after hydration: it has updated the `value` attribute.
      const isHeard =
        retypedFields.has(before) && before.isConnected && before.defaultValue !== defaults.get(before)
      const found = isHeard ? undefined : findCurrent(before)
      if (found) typeInto(found, value + (addedText.get(found) ?? ''), found !== before)
    }
    const field =
      focusedField &&
      !focusedField.isConnected &&
      document.activeElement === document.body &&
      findCurrent(focusedField)
    if (field) {
      field.focus({ preventScroll: true })
      // Select a stored value so that typing replaces it, but leave the caret behind typed text.
      if (!typedValues.has(focusedField)) field.select()
    }
    typedValues.clear()
    for (const { field, files } of chosenFiles.splice(0)) {
      const found = findCurrent(field)
      if (!found) continue
      found.files = files
      found.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const element of tappedElements.splice(0)) findCurrent(element)?.click()
  }
}
