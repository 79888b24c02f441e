import type { Order } from '@handsfree/core/contract'
import { afterWords, failureText, formatTime } from '@handsfree/core/i18n'
import { createReceiverLink, mayMakeReceiverLink, selectReceiverLinkReading } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { mayDo, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

const linkActions = ['retry', 'without', 'with', 'revoke', 'back'] as const
type LinkAction = (typeof linkActions)[number]

export async function shareLink(session: TerminalSession, order: Order): Promise<void> {
  const { app, intl, text, print } = session
  const actor = createReceiverLink(app, order.orderId)
  actor.start()
  print(text('receiverLink.detail', policy))
  try {
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const read = selectReceiverLinkReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const reading = selectReceiverLinkReading(snapshot)
      const { link, showsClaimCode } = snapshot.context
      const problem = snapshot.context.problem ?? reading?.getSnapshot().context.problem
      if (problem) print(failureText(intl, problem))
      const mayMake = link !== null || mayMakeReceiverLink(order)
      if (snapshot.matches('none') && !mayMake) {
        print(text('receiverLink.over'))
        return
      }
      if (link?.path) print(new URL(link.path, app.options.baseUrl).href)
      else if (link) print(text('receiverLink.unseen'))
      if (link?.endTime) {
        const { timeZone, cityName: city } = order
        const now = app.clock.now()
        const time = formatTime(link.endTime, { intl, now, timeZone, city, inSentence: true })
        print(text('trip.ends', { when: afterWords(intl, time) }))
      }
      if (link) print(text('receiverLink.codeDetail'))
      const canMake = (showsCode: boolean) =>
        mayDo(snapshot, { type: 'link.make', showsClaimCode: showsCode }) &&
        !(link && showsClaimCode === showsCode)
      const offers: Record<LinkAction, boolean> = {
        retry: snapshot.matches('unread') && reading?.getSnapshot().can({ type: 'reading.retry' }) === true,
        without: canMake(false),
        with: canMake(true),
        revoke: mayDo(snapshot, { type: 'link.revoke' }),
        back: true,
      }
      const labels = {
        without: text('receiverLink.withoutCode'),
        with: text('receiverLink.withCode'),
        revoke: text('receiverLink.takeBack'),
        retry: text('common.tryAgain'),
        back: text('common.back'),
      }
      const action = await session.choose(
        titleOf(session, snapshot, text(link ? 'receiverLink.title' : 'receiverLink.make')),
        linkActions.filter((value) => offers[value]).map((value) => ({ value, label: labels[value] })),
      )
      if (action === 'back') return
      if (action === 'retry') reading?.send({ type: 'reading.retry' })
      else if (action === 'revoke') actor.send({ type: 'link.revoke' })
      else actor.send({ type: 'link.make', showsClaimCode: action === 'with' })
    }
  } finally {
    actor.stop()
  }
}
