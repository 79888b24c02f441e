import { getCodeDelivery, sendVerificationCode } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { brandName } from '../domain/catalogue/brand.ts'
import { servedPhone, validPhone } from '../domain/verification/phone.ts'
import { requestCode } from '../domain/verification/request-code.ts'
import { queueKeysOf, senderOf } from '../domain/verification/sender.ts'
import { findDelivery, markFailed, setMessageId } from '../domain/verification/verification.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { MessageRefused } from '../runtime/sms/gateway.ts'

export const verificationPlugin: DomainPlugin = (app, services) => {
  const { settings, keys, sms, db } = services

  const queueKeys = ({ body, request }: IdentifiedRequest<typeof sendVerificationCode>) =>
    queueKeysOf(keys, request.ip, validPhone(body))

  route(app, services, getCodeDelivery, ({ tx, params }) => findDelivery(tx, services, params.requestId))

  route(
    app,
    services,
    sendVerificationCode,
    async ({ tx, body, request, locale, afterCommit }) => {
      if (!settings.sendsTexts) throw new ApiError(errorCodes.messagingError, 'text messages are off')
      const { phone, country } = servedPhone(body, settings.smsCountries)
      const sender = senderOf(keys, request.ip)
      const requested = await requestCode(tx, services, {
        phone,
        country,
        sender,
        requestId: body.requestId,
        onPause: (paused) =>
          request.log.warn({ country: paused }, 'paused sending codes: too many were never entered'),
      })
      if (requested instanceof ApiError) return requested
      const { requestId, codeId, code } = requested
      if (code !== null) {
        afterCommit(async () => {
          let messageId: string | null
          try {
            messageId = await sms.sendVerificationCode(phone, code, {
              locale,
              brand: await brandName(db, services, locale),
            })
          } catch (error) {
            request.log.error(
              { reason: error instanceof Error ? error.message : 'unknown' },
              'SMS gateway failed',
            )
            const isRefused = error instanceof MessageRefused
            await markFailed(db, codeId, isRefused ? 'refused' : 'unknown')
            // Distinguish a rejected message from a gateway that didn't answer.
            const code = isRefused ? errorCodes.messagingError : errorCodes.thirdPartyError
            throw new ApiError(code, 'could not send the code')
          }
          if (messageId !== null) await setMessageId(db, codeId, messageId)
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
}
