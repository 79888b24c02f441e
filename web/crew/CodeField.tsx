import { ScanLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Field, TextControl } from '../ui/index.ts'
import styles from './CodeField.module.css'
import { ScanSheet } from './ScanSheet.tsx'

export type CodeFieldProps = {
  label: string
  hint?: ReactNode
  value: string
  maxLength: number
  isReadOnly: boolean
  enterKeyHint?: 'next' | 'send'
  /** Texts: the camera’s target, and the answer to any other code. */
  scanHint: string
  scanForeign: string
  /** The wanted code in a scanned text; null for other texts. */
  read: (text: string) => string | null
  onChange: (value: string) => void
}

/** A printed code, typed or scanned. */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, value, maxLength, isReadOnly, enterKeyHint = 'next', read, onChange } = props
  const intl = useIntl()
  const [isScanning, setScanning] = useState(false)
  const scanTitle = intl.formatMessage({ id: 'crewAct.scanNamed' }, { label })
  return (
    <>
      <Field label={label} hint={hint}>
        <TextControl
          autoComplete="off"
          // Codes are printed in capitals, and aren't words.
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint={enterKeyHint}
          maxLength={maxLength}
          readOnly={isReadOnly}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          end={
            <button
              type="button"
              className={styles.scan}
              aria-label={scanTitle}
              aria-haspopup="dialog"
              disabled={isReadOnly}
              onClick={() => setScanning(true)}
            >
              <ScanLine size={20} aria-hidden="true" />
              <FormattedMessage id="crewAct.scan" />
            </button>
          }
        />
      </Field>
      <ScanSheet
        open={isScanning}
        title={scanTitle}
        hint={props.scanHint}
        foreign={props.scanForeign}
        read={read}
        onFound={(code) => {
          onChange(code)
          setScanning(false)
        }}
        onClose={() => setScanning(false)}
      />
    </>
  )
}
