import { type ApiFailure, isOutcomeUnknown, referenceOf } from '../lib/failure.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKey } from './message-key.ts'

/** The message of an error code; for unknown codes, one with the number. */
export const errorCodeText = (intl: Formatter, code: number): string => {
  const id = `error.${code}`
  const isCatalogued = (key: string): key is MessageKey => key in intl.messages
  return isCatalogued(id)
    ? intl.formatMessage({ id })
    : intl.formatMessage({ id: 'error.unknown' }, { code: String(code) })
}

/** With a reference for support after a server error. */
export function failureText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return intl.formatMessage({ id: `error.${failure.kind}` })
  const text = errorCodeText(intl, failure.code)
  return failure.requestId && isOutcomeUnknown(failure)
    ? intl.formatMessage({ id: 'failure.reference' }, { text, reference: referenceOf(failure.requestId) })
    : text
}
