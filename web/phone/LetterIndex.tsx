import type { PointerEvent } from 'react'
import { useIntl } from 'react-intl'
import styles from './LetterIndex.module.css'

const show = (letter: string) =>
  document.getElementById(`letter-${letter}`)?.scrollIntoView({ block: 'start' })

/** Scrolls the list with a finger that slides along the letters. */
function slide({ clientX, clientY, buttons }: PointerEvent) {
  const letter = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-letter]')
  if (buttons !== 0 && letter?.dataset.letter) show(letter.dataset.letter)
}

export function LetterIndex({ letters }: { letters: readonly string[] }) {
  const intl = useIntl()
  return (
    <nav
      className={styles.index}
      aria-label={intl.formatMessage({ id: 'dialCode.index' })}
      onPointerMove={slide}
    >
      {letters.map((letter) => (
        <button type="button" key={letter} data-letter={letter} onClick={() => show(letter)}>
          {letter}
        </button>
      ))}
    </nav>
  )
}
