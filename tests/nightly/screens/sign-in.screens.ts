import { ok, type Result } from '@handsfree/core'
import type { AuthProblem, SignInSnapshot } from '@handsfree/core/auth'
import type { ApiFailure } from '@handsfree/core/lib'
import { expect } from '@playwright/test'
import { isCodeValid } from '../../../core/auth/sent-code.ts'
import { answerTypes } from '../../../statecharts/paths/graph.ts'
import { typeIn } from '../../e2e/type-in.ts'
import { account } from '../../unit/models/samples.ts'
import { signInModel } from '../../unit/models/sign-in.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const sendProblems: Partial<Record<AuthProblem['code'], string>> = {
  invalidPhone: say('authProblem.invalidPhone'),
  tooSoon: say('authProblem.tooSoon', { wait: '60 minutes' }),
  tooManyFromHere: say('authProblem.tooManyFromHere'),
}
const codeProblems: Partial<Record<AuthProblem['code'], string>> = {
  codeRequired: say('authProblem.codeRequired'),
  wrongCode: say('authProblem.wrongCode', { triesLeft: 2 }),
  burntCode: say('authProblem.burntCode'),
  expiredCode: say('authProblem.expiredCode'),
  invalidPhone: say('authProblem.invalidPhone'),
  tooManyFromHere: say('authProblem.tooManyFromHere'),
  network: say('error.network'),
}

/** The waiting message, by state of the previous code. */
const waits = {
  works: say('authProblem.tooSoonCodeOut'),
  mayWork: say('authProblem.tooSoonMayWork'),
  over: 'Please wait before requesting another code. You can request one in 60 ',
}

export const signInCalls = {
  sendCode: 'POST /verification-codes',
  resendCode: 'POST /verification-codes',
  checkCode: 'POST /users',
}

/** The model counts down one second, but a real second could pass between two steps. */
const countdown = 60

function lengthened(outcome: Result<object, ApiFailure>): Result<object, ApiFailure> {
  if (outcome.ok) {
    return 'resendAfter' in outcome.value ? ok({ ...outcome.value, resendAfter: countdown }) : outcome
  }
  const { error } = outcome
  const isSecond = error.kind === 'refused' && (error.details as { retryAfter?: number })?.retryAfter === 1
  return isSecond ? { ok: false, error: { ...error, details: { retryAfter: countdown } } } : outcome
}

const boxes = ({ page }: Visit) => page.getByRole('group').getByRole('textbox')

async function type(visit: Visit, digits: string): Promise<void> {
  await boxes(visit).first().focus()
  await visit.page.keyboard.press('Control+Backspace')
  await visit.page.keyboard.type(digits)
}

const enterNumber = ({ field }: Visit, number: string) => typeIn(field(say('signIn.phone')), number)

async function requestCode({ page, tap }: Visit): Promise<void> {
  await page.getByRole('checkbox').check()
  await tap(say('signIn.sendCode'))
}

/** Signs in from the phone number to the account. */
export async function signIn(visit: Visit): Promise<void> {
  await enterNumber(visit, '13800138000')
  await requestCode(visit)
  const sent = { requestId: 'request-1', resendAfter: 60, expiresIn: 300, demoCode: '246810' }
  await visit.answer('sendCode', ok(sent))
  await visit.expectVisible(visit.heading(say('code.title')))
  await type(visit, '246810')
  await visit.answer('checkCode', ok(account))
}

async function expectProblem(
  { page }: Visit,
  words: Partial<Record<AuthProblem['code'], string>>,
  problem: AuthProblem | null,
) {
  const told = async () => {
    const shown = await page.getByRole('main').textContent()
    return Object.entries(words).flatMap(([code, text]) => (shown?.includes(text) ? [code] : []))
  }
  await expect.poll(told).toEqual(problem ? [problem.code] : [])
}

export async function isPastSigningIn({ heading }: Visit): Promise<void> {
  await expect(heading(say('signIn.title'))).toHaveCount(0)
  await expect(heading(say('code.title'))).toHaveCount(0)
}

/** The pages of phone number and code. */
export const signInScreens: HeldScreens = {
  model: signInModel,
  pages: { 'first visit': '/sign/in', back: '/sign/in' },
  calls: signInCalls,
  // Its calling code is 86.
  locale: 'zh-CN',
  hasClock: true,
  stored: (start): Record<string, object> => {
    const phone = { dialCode: '86', phoneNumber: '13800138000' }
    return start === 'back' ? { auth: { version: 1, phone, account: null } } : {}
  },
  // The phone number page has already started the sign-in.
  can: ({ snapshot }, { type }) =>
    type === 'phone.change'
      ? snapshot.matches('phone')
      : type !== 'auth.begin' && (type !== 'code.request' || snapshot.context.phone.phoneNumber !== ''),
  key: ({ snapshot }) => [snapshot.status, snapshot.value],
  unseen: { choosing: 'It leads on at once.' },
  acts: {
    ...Object.fromEntries(
      Object.keys(signInCalls)
        .flatMap(answerTypes)
        .map((type) => [
          type,
          ({ answer }, { event }) =>
            answer(event.actorId ?? '', lengthened(event.outcome as Result<object, ApiFailure>)),
        ]),
    ),
    // Detecting the calling code makes no request.
    'xstate.done.actor.detectDialCode': () => undefined,
    'phone.change': (visit, { event }) => enterNumber(visit, event.event.phone.phoneNumber),
    'phone.edit': ({ tap }) => tap(say('common.back')),
    'code.request': requestCode,
    'code.change': (visit, { event }) => type(visit, event.event.code),
    'code.submit': async (visit) => {
      await boxes(visit).first().focus()
      await visit.page.keyboard.press('Enter')
    },
    'code.resend': ({ tap }) => tap(say('code.resend')),
    'xstate.after.resendTick.signIn.code.countdown.ticking': async ({ page }, { state: { snapshot } }) => {
      // Advances only the system time; advancing timers would time out held requests.
      if (snapshot.matches({ code: { countdown: 'resendable' } } as never)) {
        const now = await page.evaluate(() => Date.now())
        await page.clock.setSystemTime(now + countdown * 1_000)
      }
      await page.clock.runFor(1_000)
    },
  },
  states: {
    detectingDialCode: ({ expectVisible, heading }) => expectVisible(heading(say('signIn.title'))),
    phone: async (visit, { snapshot }) => {
      await visit.expectVisible(visit.heading(say('signIn.title')))
      await expect(visit.button(say('signIn.sendCode'))).toBeEnabled()
      await expect(visit.page.getByRole('textbox')).toBeEditable()
      await expectProblem(visit, sendProblems, snapshot.context.problem)
    },
    sending: ({ expectBusy }) => expectBusy(say('signIn.sendCode')),
    code: async (visit, state) => {
      const snapshot = state.snapshot as unknown as SignInSnapshot
      await visit.expectVisible(visit.heading(say('code.title')))
      expect(new URL(visit.page.url()).pathname).toBe('/verification-code/check')
      await expect(visit.page.getByRole('button', { name: say('code.resend') })).toBeEnabled({
        enabled: snapshot.can({ type: 'code.resend' }),
      })
      await expect(boxes(visit).last()).toBeEditable({
        editable: snapshot.can({ type: 'code.change', code: '' }),
      })
      const digits = await boxes(visit).evaluateAll((boxes) =>
        boxes.map((box) => (box as HTMLInputElement).value).join(''),
      )
      expect(digits).toBe(snapshot.context.code)
      const isOver = snapshot.matches({ code: { entry: 'codeExhausted' } })
      const wait = isOver ? 'over' : isCodeValid(snapshot.context) ? 'works' : 'mayWork'
      await expectProblem(visit, { ...codeProblems, tooSoon: waits[wait] }, snapshot.context.problem)
    },
    done: isPastSigningIn,
  },
}
