/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Signs requests for the configuration secrets (spec section 7). Must equal the server's setting. */
  readonly HANDSFREE_STATIC_KEY?: string
}

declare module 'virtual:crew-messages/*' {
  const messages: Record<string, string>
  export default messages
}

declare module 'virtual:rest-messages/*' {
  const messages: Record<string, string>
  export default messages
}
