import type { ApiFailure } from '../lib/failure.ts'
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

export const failureText = (intl: Formatter, failure: ApiFailure): string =>
  failure.kind === 'refused'
    ? errorCodeText(intl, failure.code)
    : intl.formatMessage({ id: `error.${failure.kind}` })
