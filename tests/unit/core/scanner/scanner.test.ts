import { fail, ok } from '@handsfree/core'
import {
  pickScanned,
  readQrContent,
  readScanned,
  readTypedCode,
  scannerMachine,
} from '@handsfree/core/scanner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const ownHost = 'handsfree.example'
const ours = 'https://handsfree.example/order/create/demo-hotel-desk'
const foreign = 'https://elsewhere.example/menu'
const token = 'q3J8vT0_xYb-Zk5mWn2LcA'
const found = [{ type: 'scanner.found', path: '/order/create/demo-hotel-desk' }]

const open = () => new Journey(scannerMachine, () => ({ ownHost }))
const scanning = () => {
  const journey = open()
  journey.tell('camera', { type: 'camera.granted' })
  return journey
}
const camera = ({ value }: ReturnType<typeof open>) =>
  (value as { looking: { camera: unknown } }).looking.camera
const picture = ({ value }: ReturnType<typeof open>) =>
  (value as { looking: { picture: unknown } }).looking.picture

describe('the camera', () => {
  it('offers no retry where the page may never use it, and takes a typed code', async () => {
    const journey = open()
    journey.tell('camera', { type: 'camera.barred' })
    expect([camera(journey), journey.snapshot.can({ type: 'camera.retry' })]).toEqual(['barred', false])
    journey.send({ type: 'code.type', text: 'demo-hotel-desk' })
    await journey.answer('checkCode', ok('demo-hotel-desk'))
    expect(journey.emitted).toEqual(found)
  })

  it('finds a code of ours, reports it once and switches the camera off', () => {
    const journey = scanning()
    const stream = journey.open('camera')
    stream.tell({ type: 'code.read', text: ours })
    stream.tell({ type: 'code.read', text: ours })
    expect([journey.value, journey.snapshot.status, stream.isOpen, journey.emitted]).toEqual([
      'found',
      'done',
      false,
      found,
    ])
  })

  it('leads to the order that a desk has filled in', () => {
    const journey = scanning()
    journey.tell('camera', { type: 'code.read', text: `https://${ownHost}/handover/${token}` })
    expect(journey.emitted).toEqual([{ type: 'scanner.found', path: `/handover/${token}` }])
  })

  it('reads nothing before it is allowed', () => {
    const journey = open()
    journey.tell('camera', { type: 'code.read', text: ours })
    expect([camera(journey), journey.emitted]).toEqual([{ on: 'asking' }, []])
  })

  it('says that a code is not ours, and still takes the next one', () => {
    const journey = scanning()
    journey.tell('camera', { type: 'code.read', text: foreign })
    expect(camera(journey)).toEqual({ on: 'foreign' })
    journey.tell('camera', { type: 'code.read', text: foreign })
    journey.send({ type: 'scan.again' })
    expect(camera(journey)).toEqual({ on: 'scanning' })
    journey.tell('camera', { type: 'code.read', text: foreign })
    journey.tell('camera', { type: 'code.read', text: ours })
    expect(journey.emitted).toEqual(found)
  })

  it.each([
    ['camera.refused', 'denied'],
    ['camera.missing', 'missing'],
  ] as const)('switches off on %s until a retry; takes a typed code', async (type, end) => {
    const journey = open()
    const stream = journey.open('camera')
    stream.tell({ type })
    expect([camera(journey), stream.isOpen]).toEqual([end, false])
    journey.send({ type: 'camera.retry' })
    expect([camera(journey), journey.inputs('camera').length]).toEqual([{ on: 'asking' }, 2])
    journey.tell('camera', { type })
    journey.send({ type: 'code.type', text: ' demo-hotel-desk ' })
    await journey.answer('checkCode', ok('demo-hotel-desk'))
    expect(journey.emitted).toEqual(found)
  })

  it('reports a camera as missing that is taken away while it scans, or broken', async () => {
    const journey = scanning()
    journey.tell('camera', { type: 'camera.missing' })
    expect(camera(journey)).toBe('missing')
    const broken = open()
    await broken.fail('camera', new Error('broken'))
    expect(camera(broken)).toBe('missing')
  })
})

describe('a picture', () => {
  it.each([
    ['of another company', ok(foreign), 'foreign'],
    ['without a code', fail(refused(1002)), 'unreadable'],
  ])('reports a picture that is %s, and leaves the camera on', async (_, result, end) => {
    const journey = scanning()
    journey.send({ type: 'picture.choose', source: 'picture' })
    expect(journey.inputs('readPicture')).toEqual([{ source: 'picture' }])
    await journey.answer('readPicture', result)
    expect([picture(journey), camera(journey)]).toEqual([end, { on: 'scanning' }])
  })

  it('reads a picture that is chosen while another is read instead', async () => {
    const journey = open()
    journey.send({ type: 'picture.choose', source: 'first' })
    const first = journey.open('readPicture')
    journey.send({ type: 'picture.choose', source: 'second' })
    first.answer(ok(ours))
    await journey.answer('readPicture', ok(foreign))
    expect([picture(journey), journey.emitted]).toEqual(['foreign', []])
    journey.send({ type: 'picture.choose', source: 'third' })
    await journey.answer('readPicture', ok(ours))
    expect(journey.emitted).toEqual(found)
  })

  it('reports a picture that breaks the reader as unreadable', async () => {
    const journey = open()
    journey.send({ type: 'picture.choose', source: 'picture' })
    await journey.fail('readPicture', new Error('broken'))
    expect(picture(journey)).toBe('unreadable')
  })
})

describe('a typed code', () => {
  const typing = ({ value }: ReturnType<typeof open>) =>
    (value as { looking: { typing: unknown } }).looking.typing

  it('says when a typed code cannot be one of ours', () => {
    const journey = open()
    journey.send({ type: 'code.type', text: 'room, 1208' })
    expect([typing(journey), journey.inputs('checkCode')]).toEqual(['wrong', []])
  })

  it('checks a typed code before anybody signs in, whatever its spaces and letters', async () => {
    const journey = open()
    journey.send({ type: 'code.type', text: ' Demo-Hotel ＤＥＳＫ' })
    expect([typing(journey), journey.inputs('checkCode')]).toEqual(['checking', [{ qrId: 'Demo-HotelDESK' }]])
    await journey.answer('checkCode', fail(refused(3002)))
    expect([typing(journey), journey.emitted]).toEqual(['unknown', []])
    journey.send({ type: 'code.type', text: 'DEMO-HOTEL-DESK' })
    await journey.answer('checkCode', ok('demo-hotel-desk'))
    expect(journey.emitted).toEqual(found)
  })

  it('forgets a typed code and its problem once its sheet is closed', async () => {
    const journey = open()
    journey.send({ type: 'code.type', text: 'demo-hotel-desk' })
    const asked = journey.open('checkCode')
    journey.send({ type: 'code.discard' })
    asked.answer(ok('demo-hotel-desk'))
    await Promise.resolve()
    expect([typing(journey), journey.emitted]).toEqual(['pristine', []])
    journey.send({ type: 'code.type', text: 'room, 1208' })
    journey.send({ type: 'code.discard' })
    expect(typing(journey)).toBe('pristine')
  })

  it('continues with a typed code without an answer, and ignores that of an earlier one', async () => {
    const journey = open()
    journey.send({ type: 'code.type', text: 'first' })
    const first = journey.open('checkCode')
    journey.send({ type: 'code.type', text: 'demo-hotel-desk' })
    first.answer(ok('first'))
    await journey.fail('checkCode', new Error('no network'))
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
  ])('reads the content of a code, %s', (text, qrId) => {
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
  ])('leads from %s to %s', (text, path) => {
    expect(readScanned(text, ownHost)).toBe(path)
  })

  it('picks our address among several codes, then an id, then the first', () => {
    const [wifi, tag, ours] = ['WIFI:S:Lobby;;', 'SHA-1208', `https://${ownHost}/order/create/demo-airport`]
    expect(pickScanned([wifi, tag, ours], ownHost)).toBe(ours)
    expect(pickScanned([wifi, tag], ownHost)).toBe(tag)
    expect(pickScanned([wifi, 'https://elsewhere.example'], ownHost)).toBe(wifi)
    expect(pickScanned([], ownHost)).toBe(null)
  })

  it('never throws for a code’s content, and finds nothing but an id', () => {
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
          expect(readScanned(text, ownHost) ?? '/handover/').toMatch(/^\/(order\/create|handover)\/[\w-]*$/)
        },
      ),
    )
  })
})
