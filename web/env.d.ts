/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Signs the calls for the configuration secrets; the server's key of the same name. */
  readonly HANDSFREE_STATIC_KEY?: string
}

declare module 'virtual:rest-messages/*' {
  const messages: Record<string, string>
  export default messages
}
