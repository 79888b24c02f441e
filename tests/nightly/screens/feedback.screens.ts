import { selectFeedbackNeedsPhotos, selectFeedbackNeedsText } from '@handsfree/core/claims'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { summarizePhotos } from '@handsfree/core/photos'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { feedbackModel, left } from '../../unit/models/feedback.model.ts'
import { account } from '../../unit/models/samples.ts'
import { canChangePhotos, photoActs, photoCalls } from './held-photos.ts'
import { type HeldScreens, say, signedIn } from './held-screens.ts'

export const feedbackScreens: HeldScreens = {
  model: feedbackModel,
  pages: { 'an empty form': '/feedback', 'a post without an answer': '/feedback' },
  calls: { submission: 'POST /feedback', ...photoCalls },
  stored: (start) => ({
    ...signedIn,
    ...(start === 'an empty form' ? {} : { feedbackDraft: { version: 1, uin: account.uin, ...left } }),
  }),
  can: (state, event) =>
    canChangePhotos(state, event) &&
    (event.type !== 'feedback.change' ||
      (state.snapshot.context.draft.text.trim() !== '') === (event.label === 'emptied')),
  // Differs by text and photos. The previous attempt's result is shown, but has no paths of its own.
  key: ({ snapshot: { value, context } }) => [
    value,
    context.draft.text.trim() !== '',
    summarizePhotos(context.photos),
  ],
  acts: {
    ...photoActs,
    'feedback.change': ({ field }, { event }) =>
      typeIn(field(say('feedback.content')), event.label === 'written' ? 'The desk was kind.' : ' '),
    'feedback.send': ({ tap }) => tap(say('feedback.send')),
    'feedback.edit': ({ tap }) => tap(say('feedback.edit')),
  },
  states: {
    editing: async ({ page, button, field, text }, { snapshot }) => {
      const { problem, photos } = snapshot.context
      await expect(button(say('feedback.send'))).toBeEnabled()
      await expect(field(say('feedback.content'))).toBeEditable()
      const failed = say('feedback.failed') + say('feedback.stillHere')
      const shown =
        problem && isRefusedWith(problem, errorCodes.accessDenied) ? say('feedback.tooMany') : failed
      await expect(page.getByRole('alert')).toHaveText(problem ? [shown] : [])
      const seen = (message: string, isSeen: boolean) => expect(text(message)).toHaveCount(isSeen ? 1 : 0)
      await seen(say('feedback.contentRequired'), selectFeedbackNeedsText(snapshot))
      await seen(say('feedback.photosUnfinished'), selectFeedbackNeedsPhotos(snapshot))
      const reason = say('photoProblem.network')
      await seen(say('photo.failed', { number: 1, reason }), summarizePhotos(photos).failed > 0)
    },
    waitingForPhotos: async ({ expectBusy, expectVisible, text }) => {
      await expectBusy(say('feedback.waiting'))
      await expectVisible(text(say('feedback.sendsItself')))
      await expect(text(say('feedback.photosUnfinished'))).toHaveCount(0)
    },
    sending: ({ expectBusy }) => expectBusy(say('feedback.sending')),
    sent: async ({ expectVisible, heading, page }) => {
      await expectVisible(heading(say('feedback.sentTitle')))
      expect(await page.evaluate(() => localStorage.getItem('feedbackDraft'))).toBeNull()
    },
  },
}
