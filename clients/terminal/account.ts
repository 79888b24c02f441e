import {
  createAccountDeletion,
  createAccountExport,
  createDevices,
  isProvenByEmail,
  selectDeletionReading,
  selectDevices,
  selectDevicesProblem,
  selectDevicesReading,
} from '@handsfree/core/account'
import { authProblemText } from '@handsfree/core/auth'
import {
  failureText,
  formatMaskedPhone,
  formatTime,
  joinParts,
  promiseValues,
  retainedOrdersText,
} from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { saveFile } from './save-file.ts'
import { mayDo, offeredChoices, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

type DevicesAct = { type: 'device.end'; deviceId: string } | { type: 'devices.endOthers' }

async function showDevices(session: TerminalSession): Promise<void> {
  const { app, intl, text, print } = session
  const actor = createDevices(app)
  actor.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const read = selectDevicesReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const reading = selectDevicesReading(snapshot)
      const list = selectDevices(snapshot) ?? []
      const problem = selectDevicesProblem(snapshot) ?? reading?.getSnapshot().context.problem
      if (problem) print(failureText(intl, problem))
      const nameOf = (name: string) => name || text('myAccount.unknownDevice')
      for (const { name, isThis, useTime } of list) {
        const at = { timeZone: app.platform.timeZone(), now: app.clock.now(), intl, inSentence: true }
        const used = text('myAccount.lastUsed', { time: formatTime(useTime, at) })
        print(joinParts([nameOf(name), isThis ? text('myAccount.thisDevice') : used]))
      }
      const choice = await session.choose<'retry' | 'back' | DevicesAct>(
        titleOf(session, snapshot, text('myAccount.devices')),
        [
          ...(reading?.getSnapshot().can({ type: 'reading.retry' })
            ? [{ value: 'retry' as const, label: text('common.tryAgain') }]
            : []),
          ...offeredChoices(snapshot, [
            ...list.map(({ deviceId, name }) => ({
              value: { type: 'device.end', deviceId } as const,
              label: text('myAccount.endNamed', { name: nameOf(name) }),
            })),
            { value: { type: 'devices.endOthers' } as const, label: text('myAccount.endOthers') },
          ]),
          { value: 'back' as const, label: text('common.back') },
        ],
      )
      if (choice === 'back') return
      if (choice === 'retry') reading?.send({ type: 'reading.retry' })
      else actor.send(choice)
    }
  } finally {
    actor.stop()
  }
}

async function downloadData(session: TerminalSession): Promise<void> {
  const { app, intl, text, print, signal } = session
  let url = ''
  const openPage = (address: string) => {
    url = address
  }
  const actor = createAccountExport({ ...app, platform: { ...app.platform, openPage } })
  actor.start()
  try {
    print('', titleOf(session, actor.getSnapshot(), text('myAccount.download')))
    print(text('myAccount.downloadDetail', policy))
    actor.send({ type: 'export.start' })
    const snapshot = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
    const { problem } = snapshot.context
    if (snapshot.matches('exhausted')) print(text('myAccount.downloadExhausted', policy))
    if (problem) print(failureText(intl, problem))
    if (!snapshot.matches('started')) return
    const answer = await fetch(url, { signal })
    const zip = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
    if (!zip || !(await saveFile(session, 'account.zip', zip))) print(text('terminal.notSaved'))
  } catch (error) {
    if (signal.aborted) throw error
    print(text('terminal.notSaved'))
  } finally {
    actor.stop()
  }
}

/** Deletes the account after a code to its number or address. The visit ends with it. */
async function deleteAccount(session: TerminalSession): Promise<void> {
  const { app, intl, text, print } = session
  const { profile } = app.auth.getSnapshot().context
  const actor = createAccountDeletion(app)
  actor.on('deletion.done', () => print(text('myAccount.deleted')))
  actor.start()
  try {
    print(text('myAccount.deleteDetail', promiseValues(intl)))
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const read = selectDeletionReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const { terms, problem, sent } = snapshot.context
      if (snapshot.status === 'done') return
      const reading = selectDeletionReading(snapshot)
      const failure = reading?.getSnapshot().context.problem
      if (failure) print(failureText(intl, failure))
      if (problem) print(authProblemText(intl, problem))
      if (snapshot.matches('blocked')) {
        print(text('myAccount.deleteBlocked', { count: terms?.ongoing.length ?? 0 }))
        print(...(terms?.ongoing ?? []).map(({ orderNumber }) => orderNumber))
        return
      }
      if (snapshot.matches('enteringCode')) {
        const isMailed = profile !== null && isProvenByEmail(profile)
        const phone = profile && formatMaskedPhone({ dialCode: profile.dialCode, phoneNumber: profile.phone })
        print(text('myAccount.deleteCodeSent', { address: (isMailed ? profile.email : phone) ?? '' }))
        if (sent?.demoCode) print(`${text(isMailed ? 'code.demoMail' : 'code.demo')} ${sent.demoCode}`)
        const code = await session.ask(text('code.label', { digits: policy.codeDigits }))
        actor.send(code === '' ? { type: 'deletion.stop' } : { type: 'code.change', code })
        if (code !== '') actor.send({ type: 'code.submit' })
        continue
      }
      const kept =
        terms && retainedOrdersText(intl, terms, { now: app.clock.now(), timeZone: app.platform.timeZone() })
      if (kept) print(kept)
      const start = { type: 'deletion.start' } as const
      const choice = await session.choose<'retry' | typeof start | null>(
        titleOf(session, snapshot, text('myAccount.delete')),
        [
          ...(reading?.getSnapshot().can({ type: 'reading.retry' })
            ? [{ value: 'retry' as const, label: text('common.tryAgain') }]
            : []),
          ...(mayDo(snapshot, start) ? [{ value: start, label: text('myAccount.deleteStart') }] : []),
          { value: null, label: text('myAccount.keep') },
        ],
      )
      if (choice === null) return
      if (choice === 'retry') reading?.send({ type: 'reading.retry' })
      else actor.send(choice)
    }
  } finally {
    actor.stop()
  }
}

export async function showAccount(session: TerminalSession): Promise<void> {
  const { text } = session
  const parts = { devices: showDevices, download: downloadData, delete: deleteAccount }
  for (;;) {
    const part = await session.choose(text('myAccount.title'), [
      ...(['devices', 'download', 'delete'] as const).map((value) => ({
        value,
        label: text(`myAccount.${value}`),
      })),
      { value: null, label: text('common.back') },
    ])
    if (part === null) return
    await parts[part](session)
  }
}
