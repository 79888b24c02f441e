import { type Phone, sendVerificationCode, signIn } from '@handsfree/core/contract'
import { newIp, newPhone, type TestServer } from '../../server/harness.ts'

/**
 * A device with its own address that requests and enters codes. If `isForgetful`, it drops the ids of its requests.
 */
export class Device {
  readonly #server: TestServer
  readonly #isForgetful: boolean
  ip: string
  requestId: string | undefined

  constructor(server: TestServer, { ip = newIp(), isForgetful = false } = {}) {
    this.#server = server
    this.#isForgetful = isForgetful
    this.ip = ip
  }

  readonly #body = <Body>(body: Body) =>
    this.requestId !== undefined && !this.#isForgetful ? { ...body, requestId: this.requestId } : body

  /** The response to a code request; `result.demoCode` is the code in the message. */
  async ask(phone: Phone) {
    const answer = await this.#server.call(sendVerificationCode, { body: this.#body(phone), ip: this.ip })
    if (answer.code === 0) this.requestId = answer.result.requestId
    return answer
  }

  enter(phone: Phone, code: string) {
    return this.#server.call(signIn, { body: this.#body({ ...phone, code }), ip: this.ip })
  }

  async verify(phone: Phone) {
    const { result } = await this.ask(phone)
    return this.enter(phone, result.demoCode ?? '')
  }
}

/** A Chinese mobile number that is unique in the test file. */
export const newMobile = (): Phone => ({ dialCode: '86', phoneNumber: newPhone() })

export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

export const tooSoon = (result: unknown) => ({ status: 429, code: 2004, message: 'sent too soon', result })
export const wait = (retryAfter: number) => tooSoon({ retryAfter })
export const wrongCodeAnswer = (triesLeft: number) => ({
  status: 400,
  code: 2002,
  message: 'verification code error',
  result: { triesLeft },
})
export const expiredAnswer = { status: 400, code: 2003, message: 'verification code expired', result: null }
