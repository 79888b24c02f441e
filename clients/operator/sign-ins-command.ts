import { operatorListSignIns, type SignInCount, type SiteSignIn } from '@handsfree/core/contract'
import { timeIn } from './time.ts'
import type { Tool } from './tool.ts'

type SignIns = { list: SiteSignIn[]; counts: SignInCount[] }

const countLine = ({ siteId, siteName, lastDay, last30Days, first }: SignInCount): string =>
  `${siteName} (${siteId}): ${lastDay} in 24 hours, ${last30Days} in 30 days, ${first} of them new travellers`

const signInLine = ({ time, siteName, device, isFirst }: SiteSignIn): string =>
  [`${timeIn(null, time)} UTC`, siteName, device, isFirst ? 'new traveller' : '']
    .filter((part) => part !== '')
    .join(' · ')

export function addSignInsCommand({ program, run }: Tool): void {
  program
    .command('sign-ins')
    .description('count sign-ins that started at each site’s QR code, and list the latest 50')
    .option('--site <site>', 'one site; site employees see only their own')
    .action(
      run(
        (session, { site }: { site?: string }) =>
          session.call(operatorListSignIns, { query: site === undefined ? {} : { siteId: site } }),
        ({ list, counts }: SignIns) =>
          list.length === 0
            ? ['No sign-ins started at a site.']
            : [...counts.map(countLine), '', ...list.map(signInLine)],
      ),
    )
}
