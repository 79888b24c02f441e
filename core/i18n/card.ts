import type { Locale } from '../contract/common.ts'

type CardTexts = Record<'pickup' | 'delivery', (pieces: number) => string>

/** Requests to the desk. Not in the message files, since a card shows both languages without loading the other's. */
export const cardTexts: Record<Locale, CardTexts> = {
  'en-US': {
    pickup: (pieces) =>
      `Please keep ${pieces === 1 ? 'this bag' : `these ${pieces} bags`} for the luggage courier, who will give you this number`,
    delivery: (pieces) =>
      `Please give ${pieces === 1 ? 'this bag' : `these ${pieces} bags`} to the person showing this code`,
  },
  'zh-CN': {
    pickup: (pieces) => `请代为保管这\u00a0${pieces}\u00a0件行李，交给能说出这个编号的行李配送员`,
    // Preferred line break after the bags.
    delivery: (pieces) => `请把这\u00a0${pieces}\u00a0件行李\u200b交给出示此码的客人`,
  },
}
