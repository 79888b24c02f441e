import type { Ledger, LedgerBag, LedgerEntry, LedgerQuestion, Locale } from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import type { Database } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { signFileUrl } from '../files/file-url.ts'
import { findBags } from '../orders/bags.ts'
import type { BagRow, OrderRow } from '../orders/orders.table.ts'
import { travellersPhoto } from '../orders/travellers-photo.ts'
import { findEntries, findQuestions } from './find-ledger.ts'
import type { BagEntryRow, BagQuestionRow } from './ledger.table.ts'

type Reading = Pick<Services, 'keys' | 'now'>
type Entry = LedgerEntry & { entryId: string | null }

export async function readLedger(
  tx: Database,
  reading: Reading,
  order: OrderRow,
  locale: Locale,
): Promise<Ledger> {
  const bags = await findBags({ tx }, order)
  const entries = await findEntries({ tx }, order.orderId)
  const questions = await findQuestions({ tx }, order.orderId)
  const url = (fileId: string) => signFileUrl(reading, fileId)

  const ownEntry = (photos: string[]): Entry => ({
    entryId: null,
    stage: 'order',
    role: 'traveller',
    time: order.createTime.toISOString(),
    sealNumber: null,
    photos: photos.map(url),
    damage: '',
  })
  const toEntry = ({ entryId, stage, role, time, sealNumber, photos, damage }: BagEntryRow): Entry => ({
    entryId,
    stage,
    role,
    time: time.toISOString(),
    sealNumber,
    photos: photos.map(url),
    damage,
  })
  /** Bags picked up before the ledger existed lack a pickup entry. */
  const pickupOf = ({ sealNumber, photos }: BagRow): Entry => ({
    entryId: null,
    stage: 'pickup',
    role: 'courier',
    time: (order.pickedUpTime ?? order.updateTime).toISOString(),
    sealNumber,
    photos: photos.map(url),
    damage: '',
  })
  const entriesOf = (bag: BagRow, index: number): Entry[] => {
    const own = entries.filter(({ bagId }) => bagId === bag.bagId)
    const photo = travellersPhoto(order, index)
    return [
      ...(photo.length > 0 ? [ownEntry(photo)] : []),
      ...(own.some(({ stage }) => stage === 'pickup') ? [] : [pickupOf(bag)]),
      ...own.map(toEntry),
    ]
  }
  const strip = ({ entryId: _, ...entry }: Entry): LedgerEntry => entry
  const perBag = bags.map((bag, index) => ({ bag, entries: entriesOf(bag, index) }))

  const toQuestion = (question: BagQuestionRow): LedgerQuestion => {
    const { questionId, kind, state, agreedPieces, pieces, claimId, askTime, answerTime } = question
    const bag = perBag.findIndex((one) => one.bag.bagId === question.bagId)
    const own = perBag[bag]?.entries ?? []
    const at = own.findIndex(({ entryId }) => entryId !== null && entryId === question.entryId)
    const counted: LedgerEntry = {
      stage: question.stage,
      role: question.role,
      time: askTime.toISOString(),
      sealNumber: null,
      photos: question.photos.map(url),
      damage: '',
    }
    const earlier = own.slice(0, Math.max(at, 0))
    const before =
      kind === 'count'
        ? ownEntry(order.photos)
        : (earlier.findLast(({ photos, sealNumber }) =>
            kind === 'seal' ? sealNumber !== null : photos.length > 0,
          ) ?? earlier.at(-1))
    return {
      questionId,
      kind,
      state,
      bag: bag < 0 ? null : bag,
      before: before ? strip(before) : null,
      after: at < 0 ? counted : strip(own[at]!),
      agreedPieces,
      pieces,
      askTime: askTime.toISOString(),
      answerTime: answerTime?.toISOString() ?? null,
      claimId,
    }
  }

  const taken: LedgerBag[] = perBag.map(({ bag, entries: own }) => ({
    tagCode: bag.tagCode,
    sealNumber: bag.sealNumber,
    entries: own.map(strip),
  }))
  const untaken: LedgerBag[] = order.photos.map((photo) => ({
    tagCode: null,
    sealNumber: null,
    entries: [strip(ownEntry([photo]))],
  }))
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
    cityName: order.pickupPlace.cityName[locale],
    bags: taken.length > 0 ? taken : untaken,
    questions: questions.map(toQuestion).reverse(),
  }
}
