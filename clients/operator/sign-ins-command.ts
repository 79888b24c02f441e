import { operatorListSignIns, type SignInCount, type SiteSignIn } from '@handsfree/core/api'
import type { Command } from './command.ts'
import { timeIn } from './time.ts'

type SignIns = { list: SiteSignIn[]; counts: SignInCount[] }

const countLine = ({ siteId, siteName, lastDay, last30Days, first }: SignInCount): string =>
  `${siteName} (${siteId}): ${lastDay} in 24 hours, ${last30Days} in 30 days, ${first} of them new travellers`

const signInLine = ({ time, siteName, device, isFirst }: SiteSignIn): string =>
  [`${timeIn(null, time)} UTC`, siteName, device, isFirst ? 'new traveller' : '']
    .filter((part) => part !== '')
    .join(' · ')

/** Where travellers began to sign in. */
export const signInsCommand: Command = {
  usage: '[--site SITE]',
  summary: 'how many sign-ins began at each site’s QR code, and the latest 50; a site sees its own',
  words: [0, 0],
  options: ['site'],
  run: ({ session, options: { site } }) =>
    session.call(operatorListSignIns, { query: site === undefined ? {} : { siteId: site } }),
  lines: ({ list, counts }: SignIns) =>
    list.length === 0
      ? ['No sign-in began at a site.']
      : [...counts.map(countLine), '', ...list.map(signInLine)],
}
