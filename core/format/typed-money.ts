import { minorUnits } from './money.ts'

/**
 * An amount as it is being typed: its text with nothing but digits and one separator before at most two decimals, and the
 * amount in minor units. `units` is the most digits of whole units. A comma before three digits groups thousands.
 */
export function typedMoney(typed: string, units: number): { text: string; amount: number } {
  const text = typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[^\d.,]/g, '')
  const [, head = text, separator = '', tail = ''] =
    /^(.*)(\.)(\d*)$/.exec(text) ?? /^(.*)(,)(\d{0,2})$/.exec(text) ?? []
  const whole = head.replace(/\D/g, '').slice(0, units)
  const decimals = tail.slice(0, 2)
  return {
    text: whole + separator + decimals,
    amount: Number(whole) * minorUnits + Number(decimals.padEnd(2, '0')),
  }
}
