/** The subset that we use. Loaded only with a configured mail server. */
declare module 'nodemailer' {
  type Message = {
    from: string
    to: string
    subject: string
    text: string
    html: string
    headers: Record<string, string>
  }
  type Options = {
    host: string
    port: number
    secure: boolean
    requireTLS: boolean
    auth?: { user: string; pass: string }
    connectionTimeout: number
    greetingTimeout: number
    socketTimeout: number
    disableFileAccess: boolean
    disableUrlAccess: boolean
  }
  export type Transport = { sendMail(message: Message): Promise<unknown> }
  export const createTransport: (options: Options) => Transport
}
