import { feedbackTypes, type OperatorFeedback, operatorListFeedback } from '@handsfree/core/contract'
import { pagesOf } from './every-page.ts'
import { pictureLines } from './show.ts'
import { timeIn } from './time.ts'
import type { Tool } from './tool.ts'

const linesOf = (url: string, { type, text, images, createTime, uin }: OperatorFeedback): string[] => [
  [
    `${timeIn(null, createTime)} UTC`,
    type === feedbackTypes.hotel ? 'about the hotel' : 'about Handsfree',
    `traveller ${uin}`,
  ].join(' · '),
  ...text.split('\n').map((line) => `  ${line}`),
  ...pictureLines(url, images).map((address) => `  ${address}`),
]

export function addFeedbackCommand({ program, run }: Tool): void {
  program
    .command('feedback')
    .description('list travellers’ feedback with picture links, newest first')
    .action(
      run(
        async (session) => pagesOf((query) => session.call(operatorListFeedback, { query })),
        (list: OperatorFeedback[], url) =>
          list.length === 0 ? ['No feedback.'] : list.flatMap((one) => linesOf(url, one)),
      ),
    )
}
