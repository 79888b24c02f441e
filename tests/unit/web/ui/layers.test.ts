import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../../../web/${file}`, import.meta.url), 'utf8')

test('puts sheets and dialogs on layer 2000, below toasts', () => {
  const layers = [...read('styles/tokens.css').matchAll(/--layer-(\w+): (\d+);/g)].map(([, name, index]) => [
    name,
    Number(index),
  ])
  expect(Object.fromEntries(layers)).toEqual({ sticky: 10, popup: 2000, toast: 3000 })
  for (const popup of ['ui/Sheet.module.css', 'ui/ConfirmDialog.module.css']) {
    expect(read(popup)).toContain('z-index: var(--layer-popup)')
  }
})
