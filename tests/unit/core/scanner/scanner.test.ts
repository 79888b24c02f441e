import { fail, ok } from '@handsfree/core'
import {
  parseScannedPath,
  pickScannedText,
  readQrContent,
  readTypedCode,
  scannerMachine,
} from '@handsfree/core/scanner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const token = 'q3J8vT0_xYb-Zk5mWn2LcA'
const ownHost = 'handsfree.example'
const found = [{ type: 'scanner.found', result: '/order/create/demo-hotel-desk' }]

const open = () => new Journey(scannerMachine, () => ({ ownHost }))
const scanning = () => {
  const journey = open()
  journey.sendFrom('camera', { type: 'camera.granted' })
  return journey
}

describe('the camera', () => {
  it('opens a prepared order from its scanned link', () => {
    const journey = scanning()
    journey.sendFrom('camera', { type: 'code.read', text: `https://${ownHost}/handover/${token}` })
    expect(journey.emitted).toEqual([{ type: 'scanner.found', result: `/handover/${token}` }])
  })
})

describe('a typed code', () => {
  const typing = ({ value }: ReturnType<typeof open>) =>
    (value as { looking: { typing: unknown } }).looking.typing

  it('checks a typed code with spaces removed and full-width letters converted', async () => {
    const journey = open()
    journey.send({ type: 'code.type', text: ' Demo-Hotel ＤＥＳＫ' })
    expect([typing(journey), journey.inputs('checkCode')]).toEqual(['checking', [{ qrId: 'Demo-HotelDESK' }]])
    await journey.answer('checkCode', fail(refused(3002)))
    expect([typing(journey), journey.emitted]).toEqual(['unknown', []])
    journey.send({ type: 'code.type', text: 'DEMO-HOTEL-DESK' })
    await journey.answer('checkCode', ok('demo-hotel-desk'))
    expect(journey.emitted).toEqual(found)
  })
})

it.each([
  ['DEMO hotel desk', 'DEMOhoteldesk'],
  ['demo - hotel - desk', 'demo-hotel-desk'],
  ['ｄｅｍｏ－１', 'demo-1'],
  ['https://handsfree.example/order/create/demo-hotel-desk', 'demo-hotel-desk'],
  ['room, 1208', null],
])('reads the typed code %s', (text, qrId) => {
  expect(readTypedCode(text, ownHost)).toBe(qrId)
})

describe('the content of a code', () => {
  it.each([
    ['https://handsfree.example/order/create/demo-hotel-desk', 'demo-hotel-desk'],
    ['https://handsfree.example/order/create/demo-hotel-desk/', 'demo-hotel-desk'],
    ['https://handsfree.example/order/create/demo-hotel-desk?t=1763863200000#top', 'demo-hotel-desk'],
    ['http://localhost:4000/order/create/demo-hotel-room-1208', 'demo-hotel-room-1208'],
    ['http://192.168.1.20:4000/order/create/demo-hotel-desk', 'demo-hotel-desk'],
    ['http://172.31.0.2:4000/order/create/demo-hotel-desk', 'demo-hotel-desk'],
    ['http://172.32.0.2:4000/order/create/demo-hotel-desk', null],
    ['http://192.168.1.evil.example/order/create/demo-hotel-desk', null],
    ['  demo-hotel-desk\n', 'demo-hotel-desk'],
    ['A_b-9', 'A_b-9'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), null],
    ['https://handsfree.example:8443/order/create/demo-hotel-desk', null],
    ['https://evil.example/order/create/demo-hotel-desk', null],
    ['https://handsfree.example.evil.example/order/create/demo-hotel-desk', null],
    ['https://handsfree.example/order/create/', null],
    ['https://handsfree.example/order/create/a/b', null],
    ['https://handsfree.example/order/create/..%2Fusers', null],
    ['https://handsfree.example/order/detail/demo-hotel-desk', null],
    ['https://handsfree.example/menu?next=/order/create/demo-hotel-desk', null],
    ['javascript:alert(1)//order/create/demo', null],
    ['ftp://handsfree.example/order/create/demo-hotel-desk', null],
    ['WIFI:S:Hotel;P:secret;;', null],
    ['room 1208', null],
    ['', null],
  ])('reads the content of a QR code: %s', (text, qrId) => {
    expect(readQrContent(text, ownHost)).toBe(qrId)
  })

  it.each([
    [`https://handsfree.example/handover/${token}`, `/handover/${token}`],
    [`http://192.168.1.20:4000/handover/${token}/?t=1`, `/handover/${token}`],
    [`https://evil.example/handover/${token}`, null],
    [`https://handsfree.example/handover/${token}x`, null],
    [`https://handsfree.example/trip/${token}`, null],
    ['https://handsfree.example/order/create/demo-hotel-desk', '/order/create/demo-hotel-desk'],
    ['demo-hotel-desk', '/order/create/demo-hotel-desk'],
  ])('maps %s to the path %s', (text, path) => {
    expect(parseScannedPath(text, ownHost)).toBe(path)
  })

  it('picks our URL among several codes, then an id, then the first', () => {
    const [wifi, tag, ours] = ['WIFI:S:Lobby;;', 'SHA-1208', `https://${ownHost}/order/create/demo-airport`]
    expect(pickScannedText([wifi, tag, ours], ownHost)).toBe(ours)
    expect(pickScannedText([wifi, tag], ownHost)).toBe(tag)
    expect(pickScannedText([wifi, 'https://elsewhere.example'], ownHost)).toBe(wifi)
    expect(pickScannedText([], ownHost)).toBe(null)
  })

  it('never throws for any code, and returns only valid ids', () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyText.map((text) => `https://desk.test/order/create/${text}`),
        ),
        (text) => {
          const qrId = readQrContent(text, ownHost)
          expect(qrId === null || /^[\w-]{1,64}$/.test(qrId)).toBe(true)
          expect(parseScannedPath(text, ownHost) ?? '/handover/').toMatch(
            /^\/(order\/create|handover)\/[\w-]*$/,
          )
        },
      ),
    )
  })
})
