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

type ReadServices = Pick<Services, 'keys' | 'now'>
type Entry = LedgerEntry & { entryId: string | null }

export async function readLedger(
  tx: Database,
  services: ReadServices,
  order: OrderRow,
  locale: Locale,
): Promise<Ledger> {
  const bags = await findBags({ tx }, order)
  const entries = await findEntries({ tx }, order.orderId)
  const questions = await findQuestions({ tx }, order.orderId)
  const url = (fileId: string) => signFileUrl(services, fileId)

  const travellerEntry = (photos: string[]): Entry => ({
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
    const entriesOfBag = entries.filter(({ bagId }) => bagId === bag.bagId)
    const photo = travellersPhoto(order, index)
    return [
      ...(photo.length > 0 ? [travellerEntry(photo)] : []),
      ...(entriesOfBag.some(({ stage }) => stage === 'pickup') ? [] : [pickupOf(bag)]),
      ...entriesOfBag.map(toEntry),
    ]
  }
  const strip = ({ entryId: _, ...entry }: Entry): LedgerEntry => entry
  const perBag = bags.map((bag, index) => ({ bag, entries: entriesOf(bag, index) }))

  const toQuestion = (question: BagQuestionRow): LedgerQuestion => {
    const { questionId, kind, state, agreedPieces, pieces, claimId, askTime, answerTime } = question
    const bag = perBag.findIndex((one) => one.bag.bagId === question.bagId)
    const entriesOfBag = perBag[bag]?.entries ?? []
    const entryIndex = entriesOfBag.findIndex(
      ({ entryId }) => entryId !== null && entryId === question.entryId,
    )
    const countEntry: LedgerEntry = {
      stage: question.stage,
      role: question.role,
      time: askTime.toISOString(),
      sealNumber: null,
      photos: question.photos.map(url),
      damage: '',
    }
    const earlierEntries = entriesOfBag.slice(0, Math.max(entryIndex, 0))
    const entryBefore =
      kind === 'count'
        ? travellerEntry(order.photos)
        : (earlierEntries.findLast(({ photos, sealNumber }) =>
            kind === 'seal' ? sealNumber !== null : photos.length > 0,
          ) ?? earlierEntries.at(-1))
    return {
      questionId,
      kind,
      state,
      bag: bag < 0 ? null : bag,
      before: entryBefore ? strip(entryBefore) : null,
      after: entryIndex < 0 ? countEntry : strip(entriesOfBag[entryIndex]!),
      agreedPieces,
      pieces,
      askTime: askTime.toISOString(),
      answerTime: answerTime?.toISOString() ?? null,
      claimId,
    }
  }

  const pickedUpBags: LedgerBag[] = perBag.map(({ bag, entries: own }) => ({
    tagCode: bag.tagCode,
    sealNumber: bag.sealNumber,
    entries: own.map(strip),
  }))
  const bagsBeforePickup: LedgerBag[] = order.photos.map((photo) => ({
    tagCode: null,
    sealNumber: null,
    entries: [strip(travellerEntry([photo]))],
  }))
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
    cityName: order.pickupPlace.cityName[locale],
    bags: pickedUpBags.length > 0 ? pickedUpBags : bagsBeforePickup,
    questions: questions.map(toQuestion).reverse(),
  }
}
