/**
 * What core needs of a platform's globals, brought where they are missing: WeChat's mini-programs have no
 * `AbortController`, Hermes has none of `Intl`'s plural rules, lists, locales and names. To be imported before anything else
 * of core; a browser needs none of it.
 */
import './abort-controller.ts'
import '@formatjs/intl-locale/polyfill.js'
import '@formatjs/intl-pluralrules/polyfill.js'
import '@formatjs/intl-pluralrules/locale-data/en.js'
import '@formatjs/intl-pluralrules/locale-data/zh.js'
import '@formatjs/intl-listformat/polyfill.js'
import '@formatjs/intl-listformat/locale-data/en.js'
import '@formatjs/intl-listformat/locale-data/zh.js'
import '@formatjs/intl-displaynames/polyfill.js'
import '@formatjs/intl-displaynames/locale-data/en.js'
import '@formatjs/intl-displaynames/locale-data/zh-Hans.js'
import '@formatjs/intl-displaynames/locale-data/zh-Hant.js'
