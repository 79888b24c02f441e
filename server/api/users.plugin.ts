import {
  getProfiles,
  saveDevice,
  signIn,
  signOut,
  type UserProfile,
  updateProfile,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import { deviceName } from '../domain/account/device-name.ts'
import { sendEmailChanged } from '../domain/account/key-messages.ts'
import { checkConsent, findLatestConsent, saveConsent } from '../domain/consents/consents.ts'
import { confirmedEmailOf, lockUser, shownPhoneOf, verifiedPhoneOf } from '../domain/users/account-keys.ts'
import { findOrCreateUser } from '../domain/users/find-or-create.ts'
import { recordSiteSignIn } from '../domain/users/site-sign-ins.ts'
import { endToken, endValidToken, issueToken } from '../domain/users/tokens.ts'
import { users } from '../domain/users/users.table.ts'
import { mailAddressOf } from '../domain/verification/mail-address.ts'
import { validPhone } from '../domain/verification/phone.ts'
import { findRepeatedSignIn, recordSignIn } from '../domain/verification/repeat-sign-in.ts'
import { queueKeysOf, senderOf } from '../domain/verification/sender.ts'
import { forgetDevices, useCode } from '../domain/verification/verification.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { hashToken } from '../runtime/random.ts'
import { siteIdOf } from './site-id.ts'

const toProfile = (
  user: typeof users.$inferSelect,
  { privacyVersion, mailsReceipts }: { privacyVersion: string; mailsReceipts: boolean },
): UserProfile => ({
  id: user.uin,
  uin: user.uin,
  dialCode: user.dialCode,
  phone: shownPhoneOf(user).phoneNumber,
  name: user.name,
  email: user.email,
  updateTime: user.updateTime.toISOString(),
  createTime: user.createTime.toISOString(),
  isPhoneVerified: verifiedPhoneOf(user) !== null,
  isEmailConfirmed: user.emailVerifyTime !== null,
  privacyVersion,
  ...(mailsReceipts ? { mailsReceipts } : {}),
})

export const usersPlugin: DomainPlugin = (app, services) => {
  const { keys, mail, now, realtime } = services

  const queueKeys = ({ body, request }: IdentifiedRequest<typeof signIn>) =>
    queueKeysOf(keys, request.ip, validPhone(body))

  route(
    app,
    services,
    signIn,
    async ({ tx, afterCommit, body, request, locale }) => {
      checkConsent(body.consent)
      const phone = validPhone(body)
      const siteId = siteIdOf(request.headers['x-site-id'])
      const { code, requestId } = body
      const sender = senderOf(keys, request.ip)
      const device = deviceName(request.headers['user-agent'])
      const startSession = async (uin: string) => {
        const token = await issueToken(tx, services, uin, device)
        await recordSignIn(tx, services, phone, requestId, hashToken(token))
        await saveConsent(tx, services, { uin, kind: 'privacy' }, body.consent)
        return { token, uin }
      }
      const lost = await findRepeatedSignIn(tx, services, phone, { code, requestId, sender })
      const known = lost && (await endValidToken(tx, lost, now()))
      if (known) {
        afterCommit(() => realtime.disconnect(known))
        return startSession(known)
      }
      const refusal = await useCode(tx, services, phone, { code, requestId, sender })
      if (refusal) return refusal
      const { uin, isNew } = await findOrCreateUser(tx, services, { ...phone, locale, siteId })
      if (siteId !== null) await recordSiteSignIn(tx, services, { siteId, isFirst: isNew, device })
      return startSession(uin)
    },
    { queueKeys },
  )

  route(app, services, signOut, async ({ tx, traveller, afterCommit }) => {
    await endToken(tx, traveller.tokenHash)
    afterCommit(() => realtime.disconnect(traveller.uin))
    return {}
  })

  route(app, services, getProfiles, async ({ tx, traveller, query }) => {
    if (query.uins[0] !== traveller.uin) return {}
    const [user] = await tx.select().from(users).where(eq(users.uin, traveller.uin))
    if (!user) return {}
    const consent = await findLatestConsent(tx, user.uin, 'privacy')
    const facts = { privacyVersion: consent?.version ?? '', mailsReceipts: mail !== null }
    return { [user.uin]: toProfile(user, facts) }
  })

  route(app, services, updateProfile, async ({ tx, traveller, body, request, afterCommit }) => {
    const before = await lockUser(tx, traveller.uin)
    const confirmed = confirmedEmailOf(before)
    const isEmailChanged = body.email !== undefined && body.email.toLowerCase() !== before.email.toLowerCase()
    if (isEmailChanged && confirmed !== null && verifiedPhoneOf(before) === null) {
      throw new ApiError(errorCodes.userStateError, 'the email is the only key', { status: 409 })
    }
    await tx
      .update(users)
      .set({ ...body, ...(isEmailChanged ? { emailVerifyTime: null } : {}), updateTime: now() })
      .where(eq(users.uin, traveller.uin))
    if (isEmailChanged && confirmed !== null) {
      await forgetDevices(tx, mailAddressOf(confirmed))
      afterCommit(() => sendEmailChanged(services, request.log, { to: confirmed, locale: before.locale }))
    }
    return {}
  })

  route(app, services, saveDevice, async ({ tx, traveller, body }) => {
    await tx.update(users).set({ locale: body.languageTag }).where(eq(users.uin, traveller.uin))
    return {}
  })
}
