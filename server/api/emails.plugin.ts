import {
  changePhone,
  confirmEmail,
  getSignInWays,
  proveAccount,
  sendEmailCode,
  signInByEmail,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { deviceName } from '../domain/account/device-name.ts'
import { endOtherTokens } from '../domain/account/devices.ts'
import { createCodeMail, sendEmailChanged, sendPhoneChanged } from '../domain/account/key-messages.ts'
import { checkConsent, saveConsent } from '../domain/consents/consents.ts'
import {
  confirmedEmailOf,
  createUserByEmail,
  findUser,
  findUserByEmail,
  isProof,
  lockUser,
  proofOf,
  provingAddress,
  saveConfirmedEmail,
  saveVerifiedPhone,
  shownPhoneOf,
  type User,
  verifiedPhoneOf,
} from '../domain/users/account-keys.ts'
import { recordSiteSignIn } from '../domain/users/site-sign-ins.ts'
import { endValidToken, issueToken } from '../domain/users/tokens.ts'
import { mailAddressOf, mailCountry } from '../domain/verification/mail-address.ts'
import { validPhone } from '../domain/verification/phone.ts'
import { findRepeatedSignIn, recordSignIn } from '../domain/verification/repeat-sign-in.ts'
import { requestCode } from '../domain/verification/request-code.ts'
import { queueKeysOf, senderOf } from '../domain/verification/sender.ts'
import { forgetDevices, markFailed, useCode } from '../domain/verification/verification.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { hashToken } from '../runtime/random.ts'
import { siteIdOf } from './site-id.ts'

export const noSuchKey = () =>
  new ApiError(errorCodes.userStateError, 'the account has no such key', { status: 409 })
const isTaken = () => new ApiError(errorCodes.dbExists, 'another account has it', { status: 409 })

/** Keys of an account other than passkeys: its e-mail address and its number. */
export const emailsPlugin: DomainPlugin = (app, services) => {
  const { db, keys, mail, now, realtime, settings } = services
  // The demo shows the code instead.
  const canMail = mail !== null || settings.demo

  const queueKeys = ({ body, request }: { body: { email: string }; request: FastifyRequest }) =>
    queueKeysOf(keys, request.ip, mailAddressOf(body.email))

  route(app, services, getSignInWays, async () => ({ text: settings.sendsTexts, email: canMail }))

  route(
    app,
    services,
    sendEmailCode,
    async ({ tx, body, request, locale, afterCommit }) => {
      if (!canMail) throw new ApiError(errorCodes.messagingError, 'mail is not set up')
      const requested = await requestCode(tx, services, {
        phone: mailAddressOf(body.email),
        country: mailCountry,
        sender: senderOf(keys, request.ip),
        requestId: body.requestId,
        onPause: () => request.log.warn('paused mailing codes: too many were never entered'),
      })
      if (requested instanceof ApiError) return requested
      const { requestId, codeId, code } = requested
      if (code !== null && mail) {
        afterCommit(async () => {
          try {
            await mail.send({ to: body.email, ...(await createCodeMail(services, locale, code)) })
          } catch (error) {
            request.log.error(describeError(error), 'the mail with a code was not sent')
            await markFailed(db, codeId, 'unknown')
            throw new ApiError(errorCodes.thirdPartyError, 'could not send the code')
          }
        })
      }
      return {
        requestId,
        resendAfter: policy.codeResendSeconds,
        expiresIn: policy.codeValidSeconds,
        ...(settings.demo && code !== null ? { demoCode: code } : {}),
      }
    },
    { queueKeys },
  )

  route(
    app,
    services,
    signInByEmail,
    async ({ tx, afterCommit, body, request, locale }) => {
      checkConsent(body.consent)
      const { email, code, requestId } = body
      const address = mailAddressOf(email)
      const phone = body.phone && validPhone(body.phone)
      const siteId = siteIdOf(request.headers['x-site-id'])
      const sender = senderOf(keys, request.ip)
      const device = deviceName(request.headers['user-agent'])
      const startSession = async (uin: string) => {
        const token = await issueToken(tx, services, uin, device)
        await recordSignIn(tx, services, address, requestId, hashToken(token))
        await saveConsent(tx, services, { uin, kind: 'privacy' }, body.consent)
        return { token, uin }
      }
      const lost = await findRepeatedSignIn(tx, services, address, { code, requestId, sender })
      const known = lost && (await endValidToken(tx, lost, now()))
      if (known) {
        afterCommit(() => realtime.disconnect(known))
        return startSession(known)
      }
      const refusal = await useCode(tx, services, address, { code, requestId, sender })
      if (refusal) return refusal
      const found = await findUserByEmail(tx, email)
      // Thrown, so that the code stays valid until the number is added.
      if (found === null && !phone) {
        throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
      }
      const uin = found ?? (await createUserByEmail(tx, services, { email, phone: phone!, locale, siteId }))
      if (siteId !== null) await recordSiteSignIn(tx, services, { siteId, isFirst: found === null, device })
      return startSession(uin)
    },
    { queueKeys },
  )

  route(
    app,
    services,
    confirmEmail,
    async ({ tx, afterCommit, traveller: { uin }, body, request }) => {
      const { email, code, requestId } = body
      const sender = senderOf(keys, request.ip)
      const refusal = await useCode(tx, services, mailAddressOf(email), { code, requestId, sender })
      if (refusal) return refusal
      const before = await lockUser(tx, uin)
      if (!(await saveConfirmedEmail(tx, services, uin, email))) return isTaken()
      const previous = confirmedEmailOf(before)
      if (previous !== null && previous.toLowerCase() !== email.toLowerCase()) {
        await forgetDevices(tx, mailAddressOf(previous))
        afterCommit(() => sendEmailChanged(services, request.log, { to: previous, locale: before.locale }))
      }
      return {}
    },
    { queueKeys },
  )

  route(app, services, proveAccount, async ({ tx, traveller, body, request }) => {
    const { way, code, requestId } = body
    const user = await findUser(tx, traveller.uin)
    const address = provingAddress(user, way)
    if (!address) throw noSuchKey()
    const sender = senderOf(keys, request.ip)
    const refusal = await useCode(tx, services, address, { code, requestId, sender })
    return refusal ?? { proof: proofOf(services, traveller, user) }
  })

  route(
    app,
    services,
    changePhone,
    async ({ tx, afterCommit, traveller, body, request }) => {
      const phone = validPhone(body)
      const { code, requestId, proof } = body
      const sender = senderOf(keys, request.ip)
      const isOwn = (user: User) => {
        const { dialCode, phoneNumber } = shownPhoneOf(user)
        return dialCode === phone.dialCode && phoneNumber === phone.phoneNumber
      }
      const requireProof = (user: User) => {
        if (isOwn(user) || (proof && isProof(services, traveller, user, proof))) return
        throw new ApiError(errorCodes.accessDenied, 'the account is not proven')
      }
      requireProof(await findUser(tx, traveller.uin))
      const refusal = await useCode(tx, services, phone, { code, requestId, sender })
      if (refusal) return refusal
      const before = await lockUser(tx, traveller.uin)
      requireProof(before)
      if (!(await saveVerifiedPhone(tx, services, traveller.uin, phone))) return isTaken()
      if (isOwn(before)) return {}
      const previous = verifiedPhoneOf(before)
      if (previous) await forgetDevices(tx, previous)
      await endOtherTokens(tx, traveller)
      afterCommit(async () => {
        realtime.disconnect(traveller.uin)
        await sendPhoneChanged(services, request.log, {
          phone: previous,
          email: confirmedEmailOf(before),
          locale: before.locale,
        })
      })
      return {}
    },
    { queueKeys: ({ body, request }) => queueKeysOf(keys, request.ip, validPhone(body)) },
  )
}
