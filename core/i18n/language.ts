import type { SnapshotFrom } from 'xstate'
import type { languageMachine } from './language.machine.ts'

type LanguageSnapshot = SnapshotFrom<typeof languageMachine>

export const selectLocale = (snapshot: LanguageSnapshot) => snapshot.context.locale
/** The locale after the next reload: the chosen one, else the current one. */
export const selectNextLocale = ({ context }: LanguageSnapshot) => context.requested ?? context.locale
export const selectMessages = (snapshot: LanguageSnapshot) => snapshot.context.messages
export const selectLanguageFailed = (snapshot: LanguageSnapshot) => snapshot.matches('failed')
