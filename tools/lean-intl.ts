import type { Plugin } from 'vite'

/** What `createIntl` can write and no page does: relative times, durations, names of languages, ranges. */
const unused =
  /^\t\t(?:formatDuration(?:ToParts)?|formatRelativeTime|formatDateTimeRange|formatTimeToParts|formatPlural|formatDisplayName): .*\n/gm
const unusedFormatters =
  /^\t\tget(?:DurationFormat|RelativeTimeFormat|DisplayNames): memoize\(.*\n(?:\t\t\t.*\n)*\t\t\}\),?\n/gm

/** A call of what is left out: it would work in development alone. */
const unusedCall =
  /\.format(?:Duration(?:ToParts)?|RelativeTime|DateTimeRange|TimeToParts|Plural|DisplayName)\(/
const isOurs = /[\\/](?:web|core)[\\/](?!.*node_modules).*\.tsx?$/

/** Names of components in React's tools, and calls that make components: with them no component can be left out. */
const names = /^\w+\.displayName = .*\n/gm
const makings = /(?<== )(?=createFormatted\w+\(|React\.memo\()/gm

/** Leaves out of `@formatjs/intl` and `react-intl` what every page would load for nobody. */
export const leanIntl = (): Plugin => ({
  name: 'lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [isOurs, /[\\/]node_modules[\\/](?:@formatjs[\\/]|react-)intl[\\/]index\.js$/] },
    handler(code, id) {
      if (isOurs.test(id)) {
        if (unusedCall.test(code)) this.error(`${id} calls what tools/lean-intl.ts leaves out`)
        return null
      }
      const lean = code
        .replace(unused, '')
        .replace(unusedFormatters, '')
        .replace(names, '')
        .replace(makings, '/* @__PURE__ */ ')
      return { code: lean, map: null }
    },
  },
})
