/**
 * Ref for inputs whose value is normalized while typing, such as full-width digits to ASCII. Suppresses `input` events
 * during a composition, because changing the value makes the input method insert the text again. Plain digits aren't
 * suppressed: some Android keyboards compose everything until blur.
 */
export function deferComposedInput(input: HTMLInputElement | null): void {
  if (!input) return
  input.oninput = (event) => {
    const { isComposing, data } = event as InputEvent
    if (isComposing && /\D/.test(data ?? '')) event.stopPropagation()
  }
  input.addEventListener('compositionend', () => input.dispatchEvent(new Event('input', { bubbles: true })))
}
