import type { ApiFailure } from '../lib/failure.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKey } from './message-key.ts'

/** What a refusal means: the text of its catalogue code, or one that shows the number. */
export const codeWords = (intl: Formatter, code: number): string => {
  const id = `error.${code}`
  const isCatalogued = (key: string): key is MessageKey => key in intl.messages
  return isCatalogued(id)
    ? intl.formatMessage({ id })
    : intl.formatMessage({ id: 'error.unknown' }, { code: String(code) })
}

/** What went wrong with a call, in words for the traveller. */
export const failureWords = (intl: Formatter, failure: ApiFailure): string =>
  failure.kind === 'refused'
    ? codeWords(intl, failure.code)
    : intl.formatMessage({ id: `error.${failure.kind}` })
