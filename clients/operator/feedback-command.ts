import { feedbackTypes, type OperatorFeedback, operatorListFeedback } from '@handsfree/core/api'
import type { Command } from './command.ts'
import { pagesOf } from './every-page.ts'
import { pictureLines } from './show.ts'
import { timeIn } from './time.ts'

const linesOf = (url: string, { type, text, images, createTime, uin }: OperatorFeedback): string[] => [
  [
    `${timeIn(null, createTime)} UTC`,
    type === feedbackTypes.hotel ? 'about the hotel' : 'about Handsfree',
    `traveller ${uin}`,
  ].join(' · '),
  ...text.split('\n').map((line) => `  ${line}`),
  ...pictureLines(url, images).map((address) => `  ${address}`),
]

/** What travellers have sent as feedback. */
export const feedbackCommand: Command = {
  usage: '',
  summary: 'what travellers sent as feedback, newest first, with the addresses of their pictures',
  words: [0, 0],
  run: async ({ session }) => pagesOf((query) => session.call(operatorListFeedback, { query })),
  lines: (list: OperatorFeedback[], url) =>
    list.length === 0 ? ['Nobody has sent feedback.'] : list.flatMap((one) => linesOf(url, one)),
}
