import { demoPin, demoToken } from '@handsfree/core/api'
import pc from 'picocolors'
import { renderUnicodeCompact } from 'uqr'
import { siteWorker } from './flows/autopilot/employee-for-step.ts'
import { lanAddress } from './runtime/lan-address.ts'
import type { AutopilotMode } from './runtime/settings/autopilot-modes.ts'
import type { Settings } from './runtime/settings/settings.ts'

const autopilotLines: Record<AutopilotMode, string> = {
  off: 'The autopilot is off. Move orders yourself with npm run operator.',
  on: 'The autopilot delivers a paid order in about two minutes.',
  'review-fails': 'The autopilot rejects and refunds every paid order.',
  surcharge: 'The autopilot counts one extra bag at pickup and waits for the surcharge.',
  slow: 'The autopilot is slow: it delivers a paid order in about ten minutes.',
  fast: 'The autopilot is fast: it delivers a paid order in about ten seconds.',
  'lost-message': 'The autopilot delivers paid orders, but drops every live message to open pages.',
}

type WelcomeSettings = Pick<Settings, 'demo' | 'publicUrl' | 'autopilot' | 'operatorToken'>

export function welcome(
  port: number,
  { demo, publicUrl, autopilot, operatorToken }: WelcomeSettings,
  lan: string | null = lanAddress(),
): string {
  const local = `http://localhost:${port}`
  const near = publicUrl ?? (lan && `http://${lan}:${port}`)
  const address = near ?? local
  const lines = ['', `  ${pc.bold('Handsfree')}  ${pc.cyan(publicUrl ?? local)}`]
  if (demo && near && !publicUrl) lines.push(`  On a phone in the same network: ${pc.cyan(near)}`)
  if (!demo) return [...lines, ''].join('\n')
  const tokens = [
    ['operator', operatorToken ?? ''],
    ['courier:0731', demoToken('courier-0731')],
    ['courier:0418', demoToken('courier-0418')],
  ] as const
  const crew = [
    ['courier', 'courier-0731'],
    ['desk', siteWorker('hongqiao-railway-station')],
    ['operator', 'operator'],
  ] as const
  const desk = `${address}/order/create/demo-hotel-desk`
  const code = renderUnicodeCompact(desk, { border: 2 })
  return [
    ...lines,
    '',
    ...code.split('\n').map((line) => `  ${line}`),
    '',
    `  QR code of the demo hotel’s desk: ${pc.cyan(desk)}`,
    '  Sign in with any valid phone number. No SMS is sent; the code appears here and on the page.',
    `  ${autopilotLines[autopilot]}`,
    '',
    `  ${pc.bold('Employees’ app')}, signed in as a demo employee:`,
    ...crew.map(([who, id]) => `  ${who.padEnd(22)} ${pc.cyan(`${address}/crew?as=${id}`)}`),
    `  Desks’ PIN on a shared tablet: ${pc.cyan(demoPin)}`,
    '',
    `  ${pc.bold('npm run operator')} runs the actions of operators, couriers and desks. Demo tokens:`,
    ...tokens.map(([who, token]) => `  ${who.padEnd(22)} ${pc.cyan(token)}`),
    `  ${'site:<siteId>'.padEnd(22)} ${pc.cyan(demoToken(siteWorker('<siteId>')))}`,
    '',
  ].join('\n')
}
