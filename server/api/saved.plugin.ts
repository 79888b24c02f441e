import { changeSaved, listSaved, removeSaved } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { changeEntry, findSaved, removeEntry } from '../domain/saved/saved-entries.ts'
import { validPhone } from '../domain/verification/phone.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const notFound = () => new ApiError(errorCodes.notFound, 'not found')

export const savedPlugin: DomainPlugin = (app, services) => {
  route(app, services, listSaved, ({ tx, traveller, locale }) => findSaved(tx, traveller.uin, locale))

  route(app, services, changeSaved, async ({ tx, traveller: { uin }, params, body, locale }) => {
    if (body.content.kind === 'receiver') validPhone(body.content)
    const isChanged = await changeEntry(tx, services, { uin, ...params }, body.content)
    if (!isChanged) throw notFound()
    return findSaved(tx, uin, locale)
  })

  route(app, services, removeSaved, async ({ tx, traveller: { uin }, params, locale }) => {
    const isGone = await removeEntry(tx, uin, params.savedId)
    if (!isGone) throw notFound()
    return findSaved(tx, uin, locale)
  })
}
