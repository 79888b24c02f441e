import type { Transport } from 'nodemailer'
import type { Settings } from '../settings/settings.ts'

export type MailMessage = { to: string; subject: string; text: string; html: string }
export type Mail = { send(message: MailMessage): Promise<void> }

/** Suppresses auto-replies (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' }

/** Omits the server's text, which may contain the address. */
const reasonOf = (error: unknown): string => {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number') return `the mail server responded with ${responseCode}`
  return `sending the mail failed${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Sends by SMTP. Throws without acceptance within 10 s; errors never contain the address. */
export function smtpMail({ url, from, requireTls }: NonNullable<Settings['smtp']>): Mail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Transport | undefined
  return {
    async send(message) {
      try {
        transport ??= (await import('nodemailer')).createTransport(options)
        await transport.sendMail({ from, ...message, headers })
      } catch (error) {
        throw new Error(reasonOf(error))
      }
    },
  }
}
