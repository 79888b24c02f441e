import type { Socket } from 'node:net'

/** A minimal mail server: accepts mail, or answers each recipient with `refusal`. */
export const mailbox = { mails: [] as string[], refusal: null as string | null }

export function serveMail(socket: Socket): void {
  let data: string | null = null
  let rest = ''
  const answer = (line: string) => socket.write(`${line}\r\n`)
  const take = (line: string) => {
    if (data !== null) {
      if (line !== '.') {
        data += `${line}\n`
        return
      }
      mailbox.mails.push(data)
      data = null
      answer('250 taken')
    } else if (/^(EHLO|HELO|MAIL|RSET)/.test(line)) answer('250 ok')
    else if (line.startsWith('RCPT')) answer(mailbox.refusal ?? '250 ok')
    else if (line === 'DATA') {
      data = ''
      answer('354 go on')
    } else if (line === 'QUIT') {
      answer('221 bye')
      socket.end()
    } else answer('502 what')
  }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
  answer('220 here')
}
