import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import styles from './print.module.css'

/** Prints only this content, black on white, by the page size that its class names. */
export function print(content: ReactNode): void {
  const sheet = document.body.appendChild(document.createElement('div'))
  sheet.className = styles.sheet!
  const root = createRoot(sheet)
  flushSync(() => root.render(content))
  const remove = () => {
    root.unmount()
    sheet.remove()
  }
  addEventListener('afterprint', remove, { once: true })
  window.print()
}
