import type { Locale } from '../contract/common.ts'
import type { Messages } from './language.machine.ts'

const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('./messages/en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./messages/zh-CN.json', { with: { type: 'json' } }),
}

/** Messages of a locale in ICU MessageFormat, loaded on demand. */
export const loadMessages = async (locale: Locale): Promise<Messages> => (await loaders[locale]()).default
