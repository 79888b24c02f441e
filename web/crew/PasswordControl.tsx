import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { TextControl, type TextControlProps } from '../ui/index.ts'
import styles from './PasswordControl.module.css'

export type PasswordControlProps = Omit<TextControlProps, 'type' | 'end' | 'multiline'>

/** A password that can be shown, so that it needn't be typed twice. Goes inside a `Field`. */
export function PasswordControl(attributes: PasswordControlProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextControl
      {...attributes}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className={styles.toggle} onClick={() => setShown(!isShown)}>
          <FormattedMessage id={isShown ? 'crewPassword.hide' : 'crewPassword.show'} />
        </button>
      }
    />
  )
}
