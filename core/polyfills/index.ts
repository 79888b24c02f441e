/**
 * Globals that core needs and some platforms lack. WeChat mini-programs lack `AbortController` and `Headers`; Hermes
 * lacks plural rules, lists, locales and names in `Intl`. Import before the rest of core. Browsers don't need it.
 */
import './abort-controller.ts'
import './headers.ts'
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
