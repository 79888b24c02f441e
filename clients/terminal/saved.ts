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
import { draftProblemText } from '@handsfree/core/booking'
import type { SavedContent, SavedEntry } from '@handsfree/core/contract'
import { failureText, formatMaskedPhone, joinParts } from '@handsfree/core/i18n'
import { parsePhoneEntry } from '@handsfree/core/phone'
import { offeredChoices, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

const nameOf = (content: SavedContent): string =>
  content.kind === 'receiver' ? content.name : content.address

const lineOf = ({ content, regionName }: SavedEntry): string =>
  content.kind === 'receiver'
    ? joinParts([content.name, formatMaskedPhone(content)])
    : joinParts([content.address, content.detail, regionName])

async function fill(session: TerminalSession, content: SavedContent): Promise<SavedContent> {
  const { text } = session
  if (content.kind === 'receiver') {
    const name = await session.ask(text('orderForm.receiverName'), content.name)
    const phone = await session.ask(
      `${text('orderForm.receiverPhone')} +${content.dialCode}`,
      content.phoneNumber,
    )
    return { ...content, name, ...parsePhoneEntry(phone) }
  }
  const address = await session.ask(text('orderForm.address'), content.address)
  const detail = await session.ask(text('orderForm.addressDetail'), content.detail)
  return { ...content, address, detail }
}

async function edit(session: TerminalSession, actor: SavedActor): Promise<void> {
  const { intl, text, print } = session
  for (;;) {
    const entry = selectEditedEntry(actor.getSnapshot())
    if (!entry) return
    actor.send({ type: 'entry.change', content: await fill(session, entry.content) })
    actor.send({ type: 'entry.save' })
    const snapshot = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
    if (!selectEditedEntry(snapshot)) return
    for (const problem of Object.values(selectSavedErrors(snapshot)))
      print(draftProblemText(intl, problem, null))
    const failure = selectSavedProblem(snapshot)
    if (failure) print(failureText(intl, failure))
    const choice = await session.choose(
      titleOf(session, snapshot),
      offeredChoices(snapshot, [
        { value: { type: 'entry.save' } as const, label: text('common.tryAgain') },
        { value: { type: 'entry.dismiss' } as const, label: text('common.back') },
      ]),
    )
    if (choice.type === 'entry.dismiss') actor.send(choice)
  }
}

async function remove(session: TerminalSession, actor: SavedActor, name: string): Promise<void> {
  const { intl, text, print } = session
  print(text('saved.removeDetail'))
  while (selectRemovedEntry(actor.getSnapshot())) {
    const choice = await session.choose(
      text('saved.removeTitle', { name }),
      offeredChoices(actor.getSnapshot(), [
        { value: { type: 'entry.confirm' } as const, label: text('saved.remove') },
        { value: { type: 'entry.dismiss' } as const, label: text('saved.keep') },
      ]),
    )
    actor.send(choice)
    const snapshot = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
    const failure = selectSavedProblem(snapshot)
    if (failure) print(failureText(intl, failure))
  }
}

export async function showSaved(session: TerminalSession): Promise<void> {
  const { app, intl, text, print } = session
  const actor = createSaved(app)
  actor.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const reading = selectSavedReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const list = selectSavedList(snapshot)
      const problem = selectSavedReading(snapshot)?.getSnapshot().context.problem
      if (problem) print(failureText(intl, problem))
      if (!list) return
      if (list.length === 0) {
        print(text('saved.empty'), text('saved.emptyDetail'))
        return
      }
      print('', ...list.map(lineOf))
      const choice = await session.choose(titleOf(session, snapshot), [
        ...offeredChoices(
          snapshot,
          list.flatMap(({ savedId, content }) => {
            const name = nameOf(content)
            return [
              { value: { type: 'entry.edit', savedId } as const, label: text('saved.editNamed', { name }) },
              {
                value: { type: 'entry.remove', savedId } as const,
                label: text('saved.removeNamed', { name }),
              },
            ]
          }),
        ),
        { value: null, label: text('common.back') },
      ])
      if (choice === null) return
      const entry = list.find(({ savedId }) => savedId === choice.savedId)
      actor.send(choice)
      if (choice.type === 'entry.edit') await edit(session, actor)
      else if (entry) await remove(session, actor, nameOf(entry.content))
    }
  } finally {
    actor.stop()
  }
}
