import type { TraceEvent } from '@handsfree/core/api'
import { phoneHref } from '@handsfree/core/format'
import { traceFacts } from '@handsfree/core/words'
import type { ReactNode } from 'react'
import type { IntlShape } from 'react-intl'
import { Parts } from '../ui/index.ts'

/** The facts of an event in one line, with a number to call; null without any. See `traceFacts`. */
export function traceDetail(
  intl: IntlShape,
  event: TraceEvent,
  before: readonly TraceEvent[],
  zone?: Parameters<typeof traceFacts>[3],
): ReactNode {
  const facts = traceFacts(intl, event, before, zone)
  if (facts.length === 0) return null
  const parts = facts.map(({ text, phone }) => (phone ? <a href={phoneHref(text)}>{text}</a> : text))
  return <Parts parts={parts} />
}
