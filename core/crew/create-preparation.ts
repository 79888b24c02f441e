import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { followDraftForm, provideDraftForm } from '../booking/create-draft-form.ts'
import { operatorSignPhoto } from '../contract/operation.ts'
import { prepareOrder, uploadPreparedPhoto } from '../contract/prepared-order.ts'
import { getQrSite, getSite, type QrSite } from '../contract/site.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { fromCall } from '../lib/from-call.ts'
import { fail } from '../lib/result.ts'
import { provideSubmission } from '../lib/submission.ts'
import { defaultDialCode } from '../phone/countries.ts'
import { isValidPhone } from '../phone/phone.ts'
import { type PreparationActor, preparationMachine } from './preparation.machine.ts'
import type { PreparationInput, PreparedBody } from './preparation.ts'

/**
 * An order from this site that its desk fills in for a guest, or an operator for a caller. Not stored, because the next
 * guest uses the same device. Not started.
 */
export function createPreparation(
  app: App,
  { siteId, guestBy }: { siteId: string; guestBy: PreparationInput['guestBy'] },
): PreparationActor {
  const { api, platform } = app
  const preparation = createActor(
    preparationMachine.provide({
      actors: {
        readDesk: fromCall<QrSite>(async ({ signal }) => {
          const site = await api.call(getSite, { params: { siteId } }, { signal })
          if (!site.ok) return site
          const { deskQrId: qrId } = site.value
          if (qrId !== null) return api.call(getQrSite, { params: { qrId } }, { signal })
          const message = 'the site has no desk code'
          return fail({ kind: 'refused', code: errorCodes.siteNotExists, message, details: null })
        }),
        draftForm: provideDraftForm(app, {
          isStored: false,
          target: {
            call: uploadPreparedPhoto,
            path: uploadPreparedPhoto.path,
            sign: operatorSignPhoto,
          },
        }),
        submission: provideSubmission<PreparedBody>((submission, signal) =>
          api.call(prepareOrder, submission, { signal }),
        ),
      },
    }),
    {
      input: {
        guestBy,
        now: app.clock.now,
        newKey: app.newKey,
        me: () => ({
          who: 'other',
          name: '',
          dialCode: defaultDialCode(platform.languages()),
          phoneNumber: '',
        }),
        isValidPhone,
      },
      clock: platform.clock,
      inspect: app.options.inspect,
    },
  )
  const opened = preparation.subscribe(({ context: { form } }) => {
    if (!form) return
    opened.unsubscribe()
    followDraftForm(app, form)
  })
  return preparation
}
