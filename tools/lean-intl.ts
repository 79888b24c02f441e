import type { Plugin } from 'vite'

/** What `createIntl` can write and no page does: relative times, durations, names of languages, ranges. */
const unused =
  /^\t\t(?:formatDuration(?:ToParts)?|formatRelativeTime|formatDateTimeRange|formatTimeToParts|formatPlural|formatDisplayName): .*\n/gm
const unusedFormatters =
  /^\t\tget(?:DurationFormat|RelativeTimeFormat|DisplayNames): memoize\(.*\n(?:\t\t\t.*\n)*\t\t\}\),?\n/gm

/** Leaves out of `@formatjs/intl` what every page would load for nobody. */
export const leanIntl = (): Plugin => ({
  name: 'lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]@formatjs[\\/]intl[\\/]index\.js$/ },
    handler: (code) => ({ code: code.replace(unused, '').replace(unusedFormatters, ''), map: null }),
  },
})
