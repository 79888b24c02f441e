import pc from 'picocolors'
import { renderUnicodeCompact } from 'uqr'
import type { Settings } from './settings.ts'

/** What the terminal shows once the server listens: where it is, and in the demo the way in. */
export function welcome(port: number, { demo, autopilot }: Pick<Settings, 'demo' | 'autopilot'>): string {
  const address = `http://localhost:${port}`
  const lines = ['', `  ${pc.bold('Handsfree')}  ${pc.cyan(address)}`]
  if (!demo) return [...lines, ''].join('\n')
  const desk = `${address}/order/create/demo-hotel-desk`
  const code = renderUnicodeCompact(desk, { border: 2 })
  return [
    ...lines,
    '',
    ...code.split('\n').map((line) => `  ${line}`),
    '',
    `  The QR code of the demo hotel’s desk: ${pc.cyan(desk)}`,
    '  Sign in with any valid phone number: no SMS is sent, the code appears here and on the page.',
    autopilot
      ? '  A paid order walks to the door by itself in about two minutes.'
      : '  The autopilot is off: orders wait for the operator’s calls.',
    '',
  ].join('\n')
}
