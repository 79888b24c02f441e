import type { Order } from '@handsfree/core/contract'
import { failureWords, formatTime } from '@handsfree/core/i18n'
import { createReceiverLink, mayMakeReceiverLink, selectReceiverLinkReading } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { mayDo, type Step, titleOf, until } from './step.ts'

const wishes = ['retry', 'without', 'with', 'revoke', 'back'] as const
type Wish = (typeof wishes)[number]

export async function shareLink(step: Step, order: Order): Promise<void> {
  const { app, intl, words, tell } = step
  const actor = createReceiverLink(app, order.orderId)
  actor.start()
  tell(words('receiverLink.detail', policy))
  try {
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const read = selectReceiverLinkReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const reading = selectReceiverLinkReading(snapshot)
      const { link, showsClaimCode } = snapshot.context
      const problem = snapshot.context.problem ?? reading?.getSnapshot().context.problem
      if (problem) tell(failureWords(intl, problem))
      const mayMake = link !== null || mayMakeReceiverLink(order)
      if (snapshot.matches('none') && !mayMake) {
        tell(words('receiverLink.over'))
        return
      }
      if (link?.path) tell(new URL(link.path, app.options.baseUrl).href)
      else if (link) tell(words('receiverLink.unseen'))
      if (link?.endTime) {
        const { timeZone, cityName: city } = order
        const now = app.clock.now()
        const time = formatTime(link.endTime, { intl, now, timeZone, city, inSentence: true })
        tell(words('trip.ends', { time }))
      }
      if (link) tell(words('receiverLink.codeDetail'))
      const canMake = (showsCode: boolean) =>
        mayDo(snapshot, { type: 'link.make', showsClaimCode: showsCode }) &&
        !(link && showsClaimCode === showsCode)
      const offers: Record<Wish, boolean> = {
        retry: snapshot.matches('unread') && reading?.getSnapshot().can({ type: 'reading.retry' }) === true,
        without: canMake(false),
        with: canMake(true),
        revoke: mayDo(snapshot, { type: 'link.revoke' }),
        back: true,
      }
      const labels = {
        without: words('receiverLink.withoutCode'),
        with: words('receiverLink.withCode'),
        revoke: words('receiverLink.takeBack'),
        retry: words('common.tryAgain'),
        back: words('common.back'),
      }
      const wish = await step.choose(
        titleOf(step, snapshot, words(link ? 'receiverLink.title' : 'receiverLink.make')),
        wishes.filter((value) => offers[value]).map((value) => ({ value, label: labels[value] })),
      )
      if (wish === 'back') return
      if (wish === 'retry') reading?.send({ type: 'reading.retry' })
      else if (wish === 'revoke') actor.send({ type: 'link.revoke' })
      else actor.send({ type: 'link.make', showsClaimCode: wish === 'with' })
    }
  } finally {
    actor.stop()
  }
}
