import type { DraftProblem } from '../booking/draft.ts'
import type { SavedContent } from '../contract/saved.ts'
import type { Phone } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'

/** Fields of a saved entry that a person fills in. */
export type SavedField = 'name' | 'phone' | 'address'

/** What a saved entry lacks, in the words of the order form. Empty when it is complete. */
export function savedProblems(
  content: SavedContent,
  isValidPhone: (phone: Phone) => boolean,
): Partial<Record<SavedField, DraftProblem>> {
  if (content.kind === 'address') {
    return cleanLine(content.address) === '' ? { address: 'deliveryAddressRequired' } : {}
  }
  return {
    ...(cleanLine(content.name) === '' ? { name: 'receiverNameRequired' } : {}),
    ...(content.phoneNumber === ''
      ? { phone: 'receiverPhoneRequired' }
      : isValidPhone(content)
        ? {}
        : { phone: 'receiverPhoneInvalid' }),
  }
}
