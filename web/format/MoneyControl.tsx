import type { Money } from '@handsfree/core/api'
import { formatMoney, minorUnits, typedMoney, unreadAmount } from '@handsfree/core/format'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { TextControl } from '../ui/index.ts'

export type MoneyControlProps = Money & {
  readOnly: boolean
  onChange: (amount: number) => void
}

/** A box for an amount, as the control of a `Field`; empty for nothing. `unreadAmount` is text that is no amount. */
export function MoneyControl({ amount, currency, readOnly, onChange }: MoneyControlProps) {
  const intl = useIntl()
  // "45." is 45 until its decimals come, and keeps its point.
  const [typed, setTyped] = useState('')
  const isTyped = typedMoney(typed).amount === amount
  // Nothing for 0, and for `unreadAmount` once its text is gone.
  const shown = amount % unreadAmount ? (amount / minorUnits).toFixed(amount % minorUnits ? 2 : 0) : ''
  const symbol = formatMoney({ amount: 0, currency }, intl, { round: true }).replace(/[\d.,\s]/g, '')
  return (
    <TextControl
      inputMode="decimal"
      autoComplete="off"
      readOnly={readOnly}
      placeholder="0"
      value={isTyped ? typed : shown}
      onChange={({ currentTarget }) => {
        const { text, amount } = typedMoney(currentTarget.value)
        setTyped(text)
        onChange(amount)
      }}
      start={<span aria-hidden="true">{symbol}</span>}
    />
  )
}
