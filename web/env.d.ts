/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Signs the calls for the configuration secrets; the server's key of the same name. */
  readonly HANDSFREE_STATIC_KEY?: string
}

declare module 'virtual:rest-messages/*' {
  const messages: Record<string, string>
  export default messages
}

declare module 'virtual:phone-plans' {
  import type all from 'libphonenumber-js/max/metadata'
  /** Calling codes whose plans are there in full. */
  export const fullCodes: ReadonlySet<string>
  /** Calling codes of `virtual:usual-plans/american`. */
  export const americanCodes: ReadonlySet<string>
  /** Calling codes of `virtual:usual-plans/others`. */
  export const otherCodes: ReadonlySet<string>
  export const plans: typeof all
}

declare module 'virtual:usual-plans/*' {
  import type all from 'libphonenumber-js/max/metadata'
  export const countries: Partial<(typeof all)['countries']>
}
