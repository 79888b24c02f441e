import type { TraceEvent } from '@handsfree/core/api'
import { phoneHref } from '@handsfree/core/format'
import { traceFacts } from '@handsfree/core/words'
import { Fragment, type ReactNode } from 'react'
import type { IntlShape } from 'react-intl'

/** The facts of an event in one line, with a number to call; null without any. See `traceFacts`. */
export function traceDetail(
  intl: IntlShape,
  event: TraceEvent,
  before: readonly TraceEvent[],
  zone?: Parameters<typeof traceFacts>[3],
): ReactNode {
  const facts = traceFacts(intl, event, before, zone)
  if (facts.length === 0) return null
  return facts.map(({ text, phone }, index) => (
    // Facts have no id but their place in the line.
    <Fragment key={index}>
      {index > 0 && ' · '}
      {phone ? <a href={phoneHref(text)}>{text}</a> : text}
    </Fragment>
  ))
}
