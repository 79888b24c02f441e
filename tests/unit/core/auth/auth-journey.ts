import { ok } from '@handsfree/core'
import { type AuthInput, authMachine, signInMachine } from '@handsfree/core/auth'
import { Journey } from '../journey.ts'

export const phone = { dialCode: '86', phoneNumber: '13800138000' }
export const sent = ok({ requestId: 'request-1', resendAfter: 60, expiresIn: 300, demoCode: null })

type Restored = NonNullable<AuthInput['restored']>

/** A visit to the app with the previous visit's storage and the real sign-in child. */
export class AuthJourney extends Journey<typeof authMachine> {
  readonly #signIn: () => unknown

  constructor(restored: ((now: () => number) => Partial<Restored>) | null = null) {
    const nobody = { phone, account: null, profile: null, isNameSkipped: false }
    let signIn: unknown
    super(
      authMachine,
      ({ now }) => ({ restored: restored && { ...nobody, ...restored(now) }, now }),
      (fake) => {
        const actors = { detectDialCode: fake, sendCode: fake, checkCode: fake }
        signIn = signInMachine.provide({ actors } as never)
        return {}
      },
    )
    this.#signIn = () => signIn
  }

  /** Loads the sign-in machine, which detects the calling code if none is set. */
  load(): Promise<void> {
    return this.answer('loadSignIn', this.#signIn())
  }

  async begin(qrId: string | null = null): Promise<void> {
    this.send({ type: 'auth.begin', qrId })
    await this.load()
  }

  /** The child's state: a step before the code, or the states of code entry and countdown. */
  get step(): unknown {
    return this.snapshot.context.signIn?.getSnapshot().value
  }

  get entry(): string | undefined {
    return (this.step as { code?: { entry: string } }).code?.entry
  }

  get countdown(): string | undefined {
    return (this.step as { code?: { countdown: string } }).code?.countdown
  }
}

export const typingPhone = async (): Promise<AuthJourney> => {
  const journey = new AuthJourney(() => ({ phone: { ...phone, phoneNumber: '' } }))
  await journey.begin()
  journey.send({ type: 'phone.change', phone: { phoneNumber: '13800138000' } })
  return journey
}

export const typingCode = async (): Promise<AuthJourney> => {
  const journey = await typingPhone()
  journey.send({ type: 'code.request' })
  await journey.answer('sendCode', sent)
  return journey
}

export const checking = async (): Promise<AuthJourney> => {
  const journey = await typingCode()
  journey.send({ type: 'code.change', code: '246810' })
  return journey
}
