import type { Phone } from '@handsfree/core/contract'
import { requestCode } from '../../../server/domain/verification/request-code.ts'
import { senderOf } from '../../../server/domain/verification/sender.ts'
import { inTransaction } from '../../../server/runtime/db/work.ts'
import { ApiError } from '../../../server/runtime/http/api-error.ts'
import { newIp, type TestServer } from '../../server/harness.ts'

type Request = { phone: Phone; country: string; ip: string }

/**
 * Requests codes without HTTP, 100 per transaction. Returns the `sent` messages and the countries whose pause was
 * reported (`told`).
 */
export async function pump({ services, clock }: TestServer, requests: readonly Request[], everyMs: number) {
  const told: string[] = []
  const sent: Request[] = []
  for (let from = 0; from < requests.length; from += 100) {
    await inTransaction(services.db, async ({ tx }) => {
      for (const { phone, country, ip } of requests.slice(from, from + 100)) {
        const asked = await requestCode(tx, services, {
          phone,
          country,
          sender: senderOf(services.keys, ip),
          requestId: undefined,
          onPause: (paused) => told.push(paused),
        })
        if (!(asked instanceof ApiError) && asked.code !== null) sent.push({ phone, country, ip })
        clock.advance(everyMs)
      }
    })
  }
  return { sent, told }
}

let lastPumped = 20_000_000
export const attack = (count: number, countries: readonly string[]): Request[] =>
  Array.from({ length: count }, (_, number) => ({
    phone: { dialCode: '371', phoneNumber: String(++lastPumped) },
    country: countries[number % countries.length]!,
    ip: newIp(),
  }))
