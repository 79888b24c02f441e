import type { Plugin } from 'vite'

/** What `createIntl` can write and no page does: relative times, durations, names of languages, ranges. */
const unused =
  /^\t\t(?:formatDuration(?:ToParts)?|formatRelativeTime|formatDateTimeRange|formatTimeToParts|formatPlural|formatDisplayName): .*\n/gm
const unusedFormatters =
  /^\t\tget(?:DurationFormat|RelativeTimeFormat|DisplayNames): memoize\(.*\n(?:\t\t\t.*\n)*\t\t\}\),?\n/gm

/** Names of components in React's tools, and calls that make components: with them every component is kept. */
const names = /^\w+\.displayName = .*\n/gm
const makings = /(?<== )(?=createFormatted\w+\(|React\.memo\()/gm

/** Leaves out of `@formatjs/intl` and `react-intl` what every page would load for nobody. */
export const leanIntl = (): Plugin => ({
  name: 'lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]node_modules[\\/](?:@formatjs[\\/]|react-)intl[\\/]index\.js$/ },
    handler: (code) => ({
      code: code
        .replace(unused, '')
        .replace(unusedFormatters, '')
        .replace(names, '')
        .replace(makings, '/* @__PURE__ */ '),
      map: null,
    }),
  },
})
