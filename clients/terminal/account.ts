import {
  createAccountDeletion,
  createAccountExport,
  createDevices,
  selectDeletionReading,
  selectDevices,
  selectDevicesProblem,
  selectDevicesReading,
} from '@handsfree/core/account'
import { authProblemWords } from '@handsfree/core/auth'
import {
  failureWords,
  formatMaskedPhone,
  formatTime,
  joinParts,
  keptOrdersWords,
  promised,
} from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { saveFile } from './save-file.ts'
import { mayDo, offered, type Step, titleOf, until } from './step.ts'

type DevicesAct = { type: 'device.end'; deviceId: string } | { type: 'devices.endOthers' }

async function devices(step: Step): Promise<void> {
  const { app, intl, words, tell } = step
  const actor = createDevices(app)
  actor.start()
  try {
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const read = selectDevicesReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const reading = selectDevicesReading(snapshot)
      const list = selectDevices(snapshot) ?? []
      const problem = selectDevicesProblem(snapshot) ?? reading?.getSnapshot().context.problem
      if (problem) tell(failureWords(intl, problem))
      const nameOf = (name: string) => name || words('myAccount.unknownDevice')
      for (const { name, isThis, useTime } of list) {
        const at = { timeZone: app.platform.timeZone(), now: app.clock.now(), intl, inSentence: true }
        const used = words('myAccount.lastUsed', { time: formatTime(useTime, at) })
        tell(joinParts([nameOf(name), isThis ? words('myAccount.thisDevice') : used]))
      }
      const wish = await step.choose<'retry' | 'back' | DevicesAct>(
        titleOf(step, snapshot, words('myAccount.devices')),
        [
          ...(reading?.getSnapshot().can({ type: 'reading.retry' })
            ? [{ value: 'retry' as const, label: words('common.tryAgain') }]
            : []),
          ...offered(snapshot, [
            ...list.map(({ deviceId, name }) => ({
              value: { type: 'device.end', deviceId } as const,
              label: words('myAccount.endNamed', { name: nameOf(name) }),
            })),
            { value: { type: 'devices.endOthers' } as const, label: words('myAccount.endOthers') },
          ]),
          { value: 'back' as const, label: words('common.back') },
        ],
      )
      if (wish === 'back') return
      if (wish === 'retry') reading?.send({ type: 'reading.retry' })
      else actor.send(wish)
    }
  } finally {
    actor.stop()
  }
}

async function download(step: Step): Promise<void> {
  const { app, intl, words, tell, signal } = step
  let url = ''
  const openPage = (address: string) => {
    url = address
  }
  const actor = createAccountExport({ ...app, platform: { ...app.platform, openPage } })
  actor.start()
  try {
    tell('', titleOf(step, actor.getSnapshot(), words('myAccount.download')))
    tell(words('myAccount.downloadDetail', policy))
    actor.send({ type: 'export.start' })
    const snapshot = await until(step, actor, (current) => !current.hasTag('busy'))
    const { problem } = snapshot.context
    if (snapshot.matches('exhausted')) tell(words('myAccount.downloadExhausted', policy))
    if (problem) tell(failureWords(intl, problem))
    if (!snapshot.matches('started')) return
    const answer = await fetch(url, { signal })
    const zip = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
    if (!zip || !(await saveFile(step, 'handsfree.zip', zip))) tell(words('terminal.notSaved'))
  } catch (error) {
    if (signal.aborted) throw error
    tell(words('terminal.notSaved'))
  } finally {
    actor.stop()
  }
}

/** Deletes the account after a code to its own number. The visit ends with it. */
async function deletion(step: Step): Promise<void> {
  const { app, intl, words, tell } = step
  const { profile } = app.auth.getSnapshot().context
  const actor = createAccountDeletion(app)
  actor.on('deletion.done', () => tell(words('myAccount.deleted')))
  actor.start()
  try {
    tell(words('myAccount.deleteDetail', promised(intl)))
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const read = selectDeletionReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !read?.hasTag('busy')
      })
      const { terms, problem, sent } = snapshot.context
      if (snapshot.status === 'done') return
      const reading = selectDeletionReading(snapshot)
      const failure = reading?.getSnapshot().context.problem
      if (failure) tell(failureWords(intl, failure))
      if (problem) tell(authProblemWords(intl, problem))
      if (snapshot.matches('blocked')) {
        tell(words('myAccount.deleteBlocked', { count: terms?.ongoing.length ?? 0 }))
        tell(...(terms?.ongoing ?? []).map(({ orderNumber }) => orderNumber))
        return
      }
      if (snapshot.matches('enteringCode')) {
        const phone = profile
          ? formatMaskedPhone({ dialCode: profile.dialCode, phoneNumber: profile.phone })
          : ''
        tell(words('myAccount.deleteCodeSent', { phone }))
        if (sent?.demoCode) tell(`${words('code.demo')} ${sent.demoCode}`)
        const code = await step.ask(words('code.label', { digits: policy.codeDigits }))
        actor.send(code === '' ? { type: 'deletion.stop' } : { type: 'code.change', code })
        if (code !== '') actor.send({ type: 'code.submit' })
        continue
      }
      const kept =
        terms && keptOrdersWords(intl, terms, { now: app.clock.now(), timeZone: app.platform.timeZone() })
      if (kept) tell(kept)
      const start = { type: 'deletion.start' } as const
      const wish = await step.choose<'retry' | typeof start | null>(
        titleOf(step, snapshot, words('myAccount.delete')),
        [
          ...(reading?.getSnapshot().can({ type: 'reading.retry' })
            ? [{ value: 'retry' as const, label: words('common.tryAgain') }]
            : []),
          ...(mayDo(snapshot, start) ? [{ value: start, label: words('myAccount.deleteStart') }] : []),
          { value: null, label: words('myAccount.keep') },
        ],
      )
      if (wish === null) return
      if (wish === 'retry') reading?.send({ type: 'reading.retry' })
      else actor.send(wish)
    }
  } finally {
    actor.stop()
  }
}

export async function myAccount(step: Step): Promise<void> {
  const { words } = step
  const parts = { devices, download, delete: deletion }
  for (;;) {
    const part = await step.choose(words('myAccount.title'), [
      ...(['devices', 'download', 'delete'] as const).map((value) => ({
        value,
        label: words(`myAccount.${value}`),
      })),
      { value: null, label: words('common.back') },
    ])
    if (part === null) return
    await parts[part](step)
  }
}
