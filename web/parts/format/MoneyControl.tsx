import type { Money } from '@handsfree/core/contract'
import { formatMoney, minorUnits, parseTypedMoney } from '@handsfree/core/i18n'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { TextControl } from '../../ui/index.ts'

export type MoneyControlProps = Money & {
  /** Typed text that isn't an amount; `amount` is 0 then. */
  invalidText: string
  readOnly: boolean
  onChange: (amount: number, invalidText: string) => void
}

export function MoneyControl({ amount, invalidText, currency, readOnly, onChange }: MoneyControlProps) {
  const intl = useIntl()
  // "45." parses as 45; show the typed text so that the point stays.
  const [typedText, setTypedText] = useState('')
  const read = parseTypedMoney(typedText)
  const isTyped = read.amount === amount && read.invalidText === invalidText
  const displayValue = amount ? (amount / minorUnits).toFixed(amount % minorUnits ? 2 : 0) : invalidText
  const symbol = formatMoney({ amount: 0, currency }, intl, { round: true }).replace(/[\d.,\s]/g, '')
  return (
    <TextControl
      inputMode="decimal"
      autoComplete="off"
      readOnly={readOnly}
      placeholder="0"
      value={isTyped ? typedText : displayValue}
      onChange={({ currentTarget }) => {
        const { text, amount, invalidText } = parseTypedMoney(currentTarget.value)
        setTypedText(text)
        onChange(amount, invalidText)
      }}
      start={<span aria-hidden="true">{symbol}</span>}
    />
  )
}
