import { createHash } from 'node:crypto'
import type { Locale } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Mail } from './mail/smtp.ts'

/** Put before the words of text messages, mails and push messages. */
export const rehearsalMark: Record<Locale, string> = {
  'en-US': 'Rehearsal: ',
  'zh-CN': '【演练】',
}

export const rehearsalBanner: Record<Locale, string> = {
  'en-US': 'Rehearsal: no real bags, no real payments',
  'zh-CN': '演练环境：不运送真实行李，不收取真实款项',
}

/**
 * A strip in the safe area at the top, so that no page hides it or lies under it. A stylesheet, because pages that the
 * service worker keeps have their head's links. `html:root` overrides `tokens.css` in any order.
 */
const styles = `html:root{--safe-top:calc(env(safe-area-inset-top,0px) + 28px)}
body::after{content:"${rehearsalBanner['en-US']}";position:fixed;inset:0 0 auto;z-index:2147483647;height:calc(env(safe-area-inset-top,0px) + 28px);padding:env(safe-area-inset-top,0px) 8px 0;overflow:hidden;pointer-events:none;background:#f2b33d;color:#14201b;font:600 min(.8125rem,3.6vw,18px)/28px system-ui,sans-serif;text-align:center;white-space:nowrap}
:root:lang(zh) body::after{content:"${rehearsalBanner['zh-CN']}"}
`

/** In `assets` with a hash, so that the service worker keeps it. */
const stylesPath = `/assets/rehearsal-${createHash('sha256').update(styles).digest('base64url').slice(0, 8)}.css`

export const withRehearsalBanner = (html: string): string =>
  html.replace('</head>', `<link rel="stylesheet" href="${stylesPath}"></head>`)

export function serveRehearsalStyles(app: FastifyInstance, cacheControl: string): void {
  app.get(stylesPath, (_request, reply) =>
    reply.header('cache-control', cacheControl).type('text/css; charset=utf-8').send(styles),
  )
}

/** Marks mails in both languages, because they don't know theirs. */
export const rehearsalMail = (mail: Mail): Mail => ({
  send: (message) => mail.send({ ...message, subject: `[Rehearsal · 演练] ${message.subject}` }),
})
