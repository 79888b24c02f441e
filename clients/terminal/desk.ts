import { openAsBlob } from 'node:fs'
import { createApp, demoStaticKey, type KeyValueStorage } from '@handsfree/core'
import {
  openPlacement,
  selectDraft,
  selectDraftForm,
  selectDraftProblems,
  selectPlacementIsBusy,
  toOrderDraft,
} from '@handsfree/core/booking'
import {
  type CallRequest,
  type CallResult,
  type CallShape,
  getOwnEmployee,
  getSite,
  type Locale,
  type Phone,
  type PreparedDraft,
  prepareOrder,
  textPreparedOrder,
  uploadPreparedPhoto,
} from '@handsfree/core/contract'
import { createFormatter, failureText, loadMessages } from '@handsfree/core/i18n'
import { type ApiFailure, errorCodes } from '@handsfree/core/lib'
import { parsePhoneEntry } from '@handsfree/core/phone'
import { renderUnicodeCompact } from 'uqr'
import { createEmployeeApi } from './employee-api.ts'
import { fillIn } from './order-form.ts'
import { createNodePlatform, ownTimeZone } from './platform.ts'
import type { Prompts } from './prompts.ts'
import { createTerminalSession, type TerminalSession, waitUntil } from './terminal-session.ts'

export type DeskOptions = { url: string; token: string; locale: Locale; prompts: Prompts }

/** In-memory, because guests share a desk. */
function createMemory(): KeyValueStorage {
  const facts = new Map<string, string>()
  return {
    get: (key) => facts.get(key) ?? null,
    set: (key, value) => void facts.set(key, value),
    remove: (key) => void facts.delete(key),
    subscribe: () => () => {},
  }
}

const openDesk = ({ url, token, locale }: DeskOptions) => {
  const api = createEmployeeApi({ url, token, locale })
  return {
    async call<Shape extends CallShape>(
      shape: Shape,
      request: CallRequest<Shape>,
    ): Promise<CallResult<Shape>> {
      const answer = await api.call(shape, request)
      if (answer.ok) return answer.value
      throw new DeskFailure(answer.error)
    },
    /** Uploads a photo and returns its URL. Throws `DeskFailure`. */
    async upload(path: string): Promise<string> {
      const body = new FormData()
      body.append('file', await openAsBlob(path), 'bag')
      const init = { method: 'POST', headers: api.headers(), body }
      const sent = await fetch(api.url(uploadPreparedPhoto.path), init).catch(() => null)
      const answer = await api.read(uploadPreparedPhoto, await sent?.json().catch(() => null))
      if (answer.ok) return answer.value.url
      throw new DeskFailure(answer.error)
    },
  }
}
type Desk = ReturnType<typeof openDesk>

class DeskFailure extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

async function uploadPhotos(session: TerminalSession, desk: Desk): Promise<string[]> {
  const urls: string[] = []
  for (;;) {
    const path = await session.ask(session.text('terminal.photoPath'))
    if (path === '') return urls
    try {
      urls.push(await desk.upload(path))
    } catch (error) {
      session.print(
        error instanceof DeskFailure
          ? failureText(session.intl, error.failure)
          : session.text('photoProblem.unreadable'),
      )
    }
  }
}

async function fillInForGuest(session: TerminalSession, qrId: string): Promise<PreparedDraft> {
  const placement = openPlacement(session.app, qrId, 'editing')
  try {
    const form = selectDraftForm(
      await waitUntil(session, placement, (current) => !selectPlacementIsBusy(current)),
    )
    if (!form) throw new DeskFailure({ kind: 'network' })
    for (let problems = null as Parameters<typeof fillIn>[2]; ; ) {
      await fillIn(session, form, problems, ['photos'])
      const { photos: _, ...left } = selectDraftProblems(form.getSnapshot())
      if (Object.keys(left).length === 0) break
      problems = left
    }
    return toOrderDraft(selectDraft(form.getSnapshot()), qrId, [])
  } finally {
    placement.stop()
    session.app.placements.delete(qrId)
  }
}

async function askGuest(session: TerminalSession): Promise<Phone | null> {
  const typed = await session.ask(session.text('terminal.guestPhone'))
  const { dialCode = '', phoneNumber = '' } = parsePhoneEntry(typed)
  return typed === '' ? null : { dialCode, phoneNumber }
}

/** Prepares one order. The guest scans a code and, with a phone number, gets a text message. */
async function serveGuest(session: TerminalSession, desk: Desk, qrId: string): Promise<void> {
  const draft = await fillInForGuest(session, qrId)
  const guest = await askGuest(session)
  const photos = await uploadPhotos(session, desk)
  const body = { draft: { ...draft, photos }, isTemporary: photos.length === 0, guest }
  const { order, url } = await desk.call(prepareOrder, { body, idempotencyKey: session.app.newKey() })
  session.print(session.text('terminal.guestScans'), url, renderUnicodeCompact(url, { border: 2 }))
  if (!guest) return
  await desk.call(textPreparedOrder, { params: { preparedId: order.preparedId }, body: {} })
  session.print(session.text('terminal.guestTexted'))
}

const refusalText = (session: TerminalSession, failure: ApiFailure): string =>
  failure.kind === 'refused' &&
  [errorCodes.notLoggedIn, errorCodes.roleAuthError].some((code) => code === failure.code)
    ? session.text('terminal.notDesk')
    : failureText(session.intl, failure)

/** Prepares orders for guests until the terminal is closed. `guests` limits them in tests. */
export async function serveDesk(options: DeskOptions, guests = Number.POSITIVE_INFINITY): Promise<void> {
  const { url, locale, prompts } = options
  const intl = createFormatter(locale, await loadMessages(locale), ownTimeZone())
  const storage = createMemory()
  storage.set('language', locale)
  const app = createApp(createNodePlatform({ storage, reload: () => {} }), {
    baseUrl: url,
    staticKey: demoStaticKey,
    brokerScheme: url.startsWith('https:') ? 'wss' : 'ws',
  })
  const session = createTerminalSession({ app, intl, pays: false, signal: prompts.signal, prompts })
  const desk = openDesk(options)
  app.start()
  try {
    const { siteId } = await desk.call(getOwnEmployee, {})
    if (siteId === null) return session.print(session.text('terminal.notDesk'))
    const { deskQrId } = await desk.call(getSite, { params: { siteId } })
    if (!deskQrId) throw new DeskFailure({ kind: 'unexpected', cause: 'no desk' })
    for (let served = 0; served < guests; served++) {
      try {
        await serveGuest(session, desk, deskQrId)
      } catch (error) {
        if (!(error instanceof DeskFailure)) throw error
        session.print(failureText(intl, error.failure))
      }
    }
  } catch (error) {
    if (!(error instanceof DeskFailure)) throw error
    session.print(refusalText(session, error.failure))
  } finally {
    app.stop()
  }
}
