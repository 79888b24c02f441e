import {
  createSaved,
  type SavedActor,
  selectEditedEntry,
  selectRemovedEntry,
  selectSavedErrors,
  selectSavedList,
  selectSavedProblem,
  selectSavedReading,
} from '@handsfree/core/account'
import { draftProblemWords } from '@handsfree/core/booking'
import type { SavedContent, SavedEntry } from '@handsfree/core/contract'
import { failureWords, formatMaskedPhone, joinParts } from '@handsfree/core/i18n'
import { readPhoneEntry } from '@handsfree/core/phone'
import { offered, type Step, titleOf, until } from './step.ts'

const nameOf = (content: SavedContent): string =>
  content.kind === 'receiver' ? content.name : content.address

const lineOf = ({ content, regionName }: SavedEntry): string =>
  content.kind === 'receiver'
    ? joinParts([content.name, formatMaskedPhone(content)])
    : joinParts([content.address, content.detail, regionName])

async function fill(step: Step, content: SavedContent): Promise<SavedContent> {
  const { words } = step
  if (content.kind === 'receiver') {
    const name = await step.ask(words('orderForm.receiverName'), content.name)
    const phone = await step.ask(
      `${words('orderForm.receiverPhone')} +${content.dialCode}`,
      content.phoneNumber,
    )
    return { ...content, name, ...readPhoneEntry(phone) }
  }
  const address = await step.ask(words('orderForm.address'), content.address)
  const detail = await step.ask(words('orderForm.addressDetail'), content.detail)
  return { ...content, address, detail }
}

async function edit(step: Step, actor: SavedActor): Promise<void> {
  const { intl, words, tell } = step
  for (;;) {
    const entry = selectEditedEntry(actor.getSnapshot())
    if (!entry) return
    actor.send({ type: 'entry.change', content: await fill(step, entry.content) })
    actor.send({ type: 'entry.save' })
    const snapshot = await until(step, actor, (current) => !current.hasTag('busy'))
    if (!selectEditedEntry(snapshot)) return
    for (const problem of Object.values(selectSavedErrors(snapshot)))
      tell(draftProblemWords(intl, problem, null))
    const failure = selectSavedProblem(snapshot)
    if (failure) tell(failureWords(intl, failure))
    const wish = await step.choose(
      titleOf(step, snapshot),
      offered(snapshot, [
        { value: { type: 'entry.save' } as const, label: words('common.tryAgain') },
        { value: { type: 'entry.dismiss' } as const, label: words('common.back') },
      ]),
    )
    if (wish.type === 'entry.dismiss') actor.send(wish)
  }
}

async function remove(step: Step, actor: SavedActor, name: string): Promise<void> {
  const { intl, words, tell } = step
  tell(words('saved.removeDetail'))
  while (selectRemovedEntry(actor.getSnapshot())) {
    const wish = await step.choose(
      words('saved.removeTitle', { name }),
      offered(actor.getSnapshot(), [
        { value: { type: 'entry.confirm' } as const, label: words('saved.remove') },
        { value: { type: 'entry.dismiss' } as const, label: words('saved.keep') },
      ]),
    )
    actor.send(wish)
    const snapshot = await until(step, actor, (current) => !current.hasTag('busy'))
    const failure = selectSavedProblem(snapshot)
    if (failure) tell(failureWords(intl, failure))
  }
}

export async function saved(step: Step): Promise<void> {
  const { app, intl, words, tell } = step
  const actor = createSaved(app)
  actor.start()
  try {
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const reading = selectSavedReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const list = selectSavedList(snapshot)
      const problem = selectSavedReading(snapshot)?.getSnapshot().context.problem
      if (problem) tell(failureWords(intl, problem))
      if (!list) return
      if (list.length === 0) {
        tell(words('saved.empty'), words('saved.emptyDetail'))
        return
      }
      tell('', ...list.map(lineOf))
      const wish = await step.choose(titleOf(step, snapshot), [
        ...offered(
          snapshot,
          list.flatMap(({ savedId, content }) => {
            const name = nameOf(content)
            return [
              { value: { type: 'entry.edit', savedId } as const, label: words('saved.editNamed', { name }) },
              {
                value: { type: 'entry.remove', savedId } as const,
                label: words('saved.removeNamed', { name }),
              },
            ]
          }),
        ),
        { value: null, label: words('common.back') },
      ])
      if (wish === null) return
      const entry = list.find(({ savedId }) => savedId === wish.savedId)
      actor.send(wish)
      if (wish.type === 'entry.edit') await edit(step, actor)
      else if (entry) await remove(step, actor, nameOf(entry.content))
    }
  } finally {
    actor.stop()
  }
}
