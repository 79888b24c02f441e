import {
  type Draft,
  type DraftCheckInput,
  draftProblems,
  draftProblemText,
  emptyDraft,
  toDeliveryChoice,
  toOrderDraft,
} from '@handsfree/core/booking'
import type { Site } from '@handsfree/core/contract'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { describe, expect, it } from 'vitest'
import { completeDraft, completeOrderDraft } from '../../models/placement.model.ts'
import { qrSite, serviceArea } from '../../models/samples.ts'

const facts = (changed: Partial<DraftCheckInput> = {}): DraftCheckInput => ({
  place: qrSite,
  photos: { total: 1, busy: 0, failed: 0 },
  now: Date.parse('2026-11-23T10:00:00+08:00'),
  isValidPhone: ({ phoneNumber }) => phoneNumber === '13800138000',
  ...changed,
})
const problems = (changed: Partial<Draft>, changedFacts: Partial<DraftCheckInput> = {}) =>
  draftProblems({ ...completeDraft, ...changed }, facts(changedFacts))
const receiver = completeDraft.receiver
const toAddress = (regionId: string | null, address = '1 Sea Road') =>
  ({ kind: 'custom', regionId, address, detail: '' }) as const
const number = (phoneNumber: string) => ({ receiver: { ...receiver, phoneNumber } })
const to = (changed: Partial<Site>) => toDeliveryChoice({ ...qrSite.site, siteId: 'site-2', ...changed })

describe('problems of a draft', () => {
  it('finds no problems in a complete draft', () => {
    expect(problems({})).toEqual({})
  })

  it('reports every required field of an empty draft', () => {
    const empty = emptyDraft({ who: 'other', name: '', dialCode: '86', phoneNumber: '' })
    expect(draftProblems(empty, facts({ photos: { total: 0, busy: 0, failed: 0 } }))).toEqual({
      delivery: 'deliveryRequired',
      pickupTime: 'pickupTimeRequired',
      deliveryTime: 'deliveryTimeRequired',
      photos: 'photosRequired',
      receiverName: 'receiverNameRequired',
      receiverPhone: 'receiverPhoneRequired',
    })
  })

  it.each<[string, Partial<Draft>, object, Partial<DraftCheckInput>?]>([
    ['no place', { delivery: null }, { delivery: 'deliveryRequired' }],
    [
      'an address of blanks',
      { delivery: toAddress('shanghai', '  ') },
      { delivery: 'deliveryAddressRequired' },
    ],
    ['a complete address', { delivery: toAddress('shanghai') }, {}],
    ['an address without its city', { delivery: toAddress(null) }, { delivery: 'deliveryRegionRequired' }],
    [
      'an address in a city that is not served',
      { delivery: toAddress('paris', 'Tour Eiffel') },
      { delivery: 'deliveryNotServed' },
    ],
    [
      'an address that takes no bags at night',
      { delivery: toAddress('shanghai'), deliveryTime: '2026-11-24T22:00:00+08:00' },
      { deliveryTime: 'deliveryTimeClosed' },
    ],
    [
      'a place across a border',
      { delivery: to({ regionId: 'hong-kong' }) },
      { delivery: 'deliveryNotServed' },
    ],
    [
      'the pickup site as its delivery',
      { delivery: to({ siteId: 'site-1' }) },
      { delivery: 'deliverySamePlace' },
    ],
    [
      'a place that an earlier version stored without its region',
      { delivery: { kind: 'site', site: { siteId: 'site-2', name: 'T2', address: '', storage: true } } },
      { delivery: 'deliveryRequired' },
    ],
    [
      'a place that closes before the chosen time',
      { delivery: to({ hours: { opens: '07:00', closes: '15:00' } }) },
      { deliveryTime: 'deliveryTimeClosed' },
    ],
    [
      'a place that is closed by its own clock',
      { delivery: to({ hours: { opens: '07:00', closes: '15:30' }, timeZone: 'Asia/Tokyo' }) },
      { deliveryTime: 'deliveryTimeClosed' },
    ],
    [
      'a place that is six hours away',
      {},
      { deliveryTime: 'deliveryTimeTooEarly' },
      { place: { ...qrSite, serviceAreas: [serviceArea({ travelMinutes: 360 })] } },
    ],
    [
      'a pickup while the place is closed',
      {},
      { pickupTime: 'pickupTimeClosed' },
      { place: { ...qrSite, site: { ...qrSite.site, hours: { opens: '11:00', closes: '20:00' } } } },
    ],
    ['no pickup', { pickupTime: null }, { pickupTime: 'pickupTimeRequired' }],
    ['a pickup in an hour', { pickupTime: '2026-11-23T11:00:00+08:00' }, {}],
    [
      'a pickup in less than an hour',
      { pickupTime: '2026-11-23T10:59:59+08:00' },
      { pickupTime: 'pickupTimePassed' },
    ],
    ['no delivery time', { deliveryTime: null }, { deliveryTime: 'deliveryTimeRequired' }],
    ['a delivery after three hours', { deliveryTime: '2026-11-24T13:00:00+08:00' }, {}],
    [
      'a delivery before three hours are over',
      { deliveryTime: '2026-11-24T12:59:59+08:00' },
      { deliveryTime: 'deliveryTimeTooEarly' },
    ],
    ['no bags', { pieces: 0 }, { pieces: 'piecesOutOfRange' }],
    ['20 bags', { pieces: 20 }, {}],
    ['21 bags', { pieces: 21 }, { pieces: 'piecesOutOfRange' }],
    ['no photo', {}, { photos: 'photosRequired' }, { photos: { total: 0, busy: 0, failed: 0 } }],
    ['an uploading photo', {}, { photos: 'photosUploading' }, { photos: { total: 2, busy: 1, failed: 0 } }],
    ['a photo that failed', {}, { photos: 'photosFailed' }, { photos: { total: 3, busy: 1, failed: 1 } }],
    ['the highest value that is covered', { declaredValue: 5_000_00 }, {}],
    [
      'a value above the highest cover',
      { declaredValue: 5_000_01 },
      { declaredValue: 'declaredValueTooHigh' },
    ],
    ['a value that isn’t an amount', { declaredText: '12,34,5x' }, { declaredValue: 'declaredValueTooHigh' }],
    ['no name', { receiver: { ...receiver, name: ' ' } }, { receiverName: 'receiverNameRequired' }],
    ['no number', number(''), { receiverPhone: 'receiverPhoneRequired' }],
    ['an invalid number', number('123'), { receiverPhone: 'receiverPhoneInvalid' }],
    ['an unknown calling code', number('+99912345'), { receiverPhone: 'receiverDialCodeUnknown' }],
    ['a plus sign alone', number('+'), { receiverPhone: 'receiverPhoneInvalid' }],
    [
      'no room password where there is no front desk',
      { roomPassword: ' ' },
      { roomPassword: 'roomPasswordRequired' },
      { place: { ...qrSite, access: 'roomPassword' } },
    ],
    [
      'a room password where there is no front desk',
      { roomPassword: '1208#' },
      {},
      { place: { ...qrSite, access: 'roomPassword' } },
    ],
  ])('reports the problems of a draft with %s', (_, changed, expected, changedFacts) => {
    expect(problems(changed, changedFacts)).toEqual(expected)
  })
})

it('posts trimmed texts, with the site’s id or the address', () => {
  const spaced: Draft = {
    ...completeDraft,
    roomNumber: ' 1208 ',
    roomPassword: ' 77 ',
    receiver: { ...receiver, name: ' Lin ', country: 'CN' },
    remarks: ' two red bags ',
    declaredText: 'about 8k',
  }
  expect(toOrderDraft(spaced, 'desk-1', ['/files/1', '/files/2'])).toEqual({
    ...completeOrderDraft,
    roomNumber: '1208',
    roomPassword: '77',
    photos: ['/files/1', '/files/2'],
    remarks: 'two red bags',
  })
  const custom: Draft = {
    ...completeDraft,
    delivery: { kind: 'custom', regionId: 'shanghai', address: ' 1 Sea Road ', detail: ' gate 2 ' },
  }
  expect(toOrderDraft(custom, 'desk-1', []).delivery).toEqual({
    kind: 'custom',
    regionId: 'shanghai',
    address: '1 Sea Road',
    detail: 'gate 2',
  })
})

it('asks the traveller to check a failed photo instead of retrying it', async () => {
  const words = async (locale: 'en-US' | 'zh-CN') =>
    draftProblemText(createFormatter(locale, await loadMessages(locale)), 'photosFailed', null)
  expect([await words('en-US'), await words('zh-CN')]).toEqual([
    'A photo didn’t upload. Check it',
    '有照片上传失败，请查看',
  ])
})

it.each([
  [50, '1 hour', '1 小时'],
  [100, '2 hours', '2 小时'],
  [130, '2.5 hours', '2.5 小时'],
  [240, '4 hours', '4 小时'],
])(
  'asks for a delivery no earlier than the first slot after a journey of %i min',
  async (travelMinutes, english, chinese) => {
    const words = async (locale: 'en-US' | 'zh-CN') =>
      draftProblemText(createFormatter(locale, await loadMessages(locale)), 'deliveryTimeTooEarly', {
        travelMinutes,
      })
    expect(await words('en-US')).toContain(` ${english} after pickup`)
    expect(await words('zh-CN')).toContain(` ${chinese}之后`)
  },
)
