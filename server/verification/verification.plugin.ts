import { errorCodes, sendVerificationCode } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { ApiError } from '../http/api-error.ts'
import { clientNetwork } from '../http/client-network.ts'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'
import { waitForCode } from './limits.ts'
import { validPhone } from './phone.ts'
import { hashSender, makeCode, withdrawCode } from './verification.ts'

export const verificationPlugin: DomainPlugin = (app, services) => {
  const { settings, secret, now, sms, db } = services

  route(app, services, sendVerificationCode, async ({ tx, body, request, locale, afterCommit }) => {
    const phone = validPhone(body)
    const sender = hashSender(secret, clientNetwork(request.ip))
    const retryAfter = await waitForCode(tx, { ...phone, sender }, now())
    if (retryAfter > 0) {
      throw new ApiError(errorCodes.verificationCodeTooSoon, 'sent too soon', { details: { retryAfter } })
    }
    const { codeId, code } = await makeCode(tx, services, { ...phone, sender })
    afterCommit(async () => {
      try {
        await sms.sendVerificationCode(phone, code, locale)
      } catch (error) {
        request.log.error(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'SMS gateway failed',
        )
        await withdrawCode(db, codeId)
        throw new ApiError(errorCodes.thirdPartyError, 'the code could not be sent')
      }
    })
    return {
      resendAfter: policy.codeResendSeconds,
      expiresIn: policy.codeValidSeconds,
      ...(settings.demo ? { demoCode: code } : {}),
    }
  })
}
