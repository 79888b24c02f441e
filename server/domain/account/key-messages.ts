import type { Locale, Phone } from '@handsfree/core/contract'
import { brandInText, companyLines, hotlineText } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import type { FastifyBaseLogger } from 'fastify'
import { describeError } from '../../runtime/http/describe-error.ts'
import { writeMail } from '../../runtime/mail/write-mail.ts'
import type { Services } from '../../runtime/services.ts'
import { brandName, createBrandFormatter } from '../catalogue/brand.ts'

type Languages = Pick<Services, 'db' | 'now' | 'settings'>

export async function createCodeMail(services: Languages, locale: Locale, code: string) {
  const { db, settings } = services
  const intl = await createBrandFormatter(db, services, locale)
  const minutes = policy.codeValidSeconds / 60
  return writeMail(locale, {
    subject: intl.formatMessage({ id: 'codeMail.subject' }, { code }),
    paragraphs: [code, intl.formatMessage({ id: 'codeMail.detail' }, { minutes })],
    footer: companyLines(intl, settings.company[locale]),
  })
}

async function createNoticeMail(services: Languages, locale: Locale, what: 'emailChanged' | 'phoneChanged') {
  const { db, settings } = services
  const intl = await createBrandFormatter(db, services, locale)
  const subject = intl.formatMessage({ id: `accountMail.${what}` })
  const hotline = { hotline: settings.hotline, hotlineHours: hotlineText(intl) }
  return writeMail(locale, {
    subject,
    paragraphs: [subject, intl.formatMessage({ id: 'accountMail.detail' }, hotline)],
    footer: companyLines(intl, settings.company[locale]),
  })
}

type NoticeServices = Languages & Pick<Services, 'mail' | 'sms'>

/** Notices of changed keys are sent once: the change is done, whether or not they arrive. */
const attempt = async (log: FastifyBaseLogger, send: () => Promise<unknown>): Promise<void> => {
  try {
    await send()
  } catch (error) {
    log.error(describeError(error), 'a notice of a changed key was not sent')
  }
}

export const sendEmailChanged = (
  services: NoticeServices,
  log: FastifyBaseLogger,
  { to, locale }: { to: string; locale: Locale },
) =>
  attempt(log, async () =>
    services.mail?.send({ to, ...(await createNoticeMail(services, locale, 'emailChanged')) }),
  )

const phoneChangedText: Record<Locale, (hotline: string, brand: string) => string> = {
  'en-US': (hotline, brand) =>
    `The number of your ${brand} account was changed. Wasn't it you? Call ${hotline}.`,
  'zh-CN': (hotline, brand) =>
    `您的${brandInText('zh-CN', brand)}账号已更换手机号。如非您本人操作，请致电 ${hotline}。`,
}

/** Notifies the previous number, if it was verified, and the confirmed address. */
export async function sendPhoneChanged(
  services: NoticeServices,
  log: FastifyBaseLogger,
  { phone, email, locale }: { phone: Phone | null; email: string | null; locale: Locale },
): Promise<void> {
  const { hotline, sendsTexts } = services.settings
  if (phone && sendsTexts) {
    await attempt(log, async () => {
      const text = phoneChangedText[locale](hotline, await brandName(services.db, services, locale))
      return services.sms.sendText(phone, { kind: 'phoneChanged', locale, text, values: { hotline } })
    })
  }
  if (email === null) return
  await attempt(log, async () =>
    services.mail?.send({ to: email, ...(await createNoticeMail(services, locale, 'phoneChanged')) }),
  )
}
