/**
 * The ref of an input whose value is rewritten as it is typed, such as full-width digits as ASCII: it reports what an
 * input method composes once that is whole. Rewritten in between, the input method would write all of it again behind it.
 * Plain digits are reported at once: some keyboards of Android compose whatever is typed, until the field is left.
 */
export function composedWhole(input: HTMLInputElement | null): void {
  if (!input) return
  input.oninput = (event) => {
    const { isComposing, data } = event as InputEvent
    if (isComposing && /\D/.test(data ?? '')) event.stopPropagation()
  }
  input.addEventListener('compositionend', () => input.dispatchEvent(new Event('input', { bubbles: true })))
}
