import { type Audience, type CallShape, type Locale, locales } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../random.ts'
import type { Employee, Services, Traveller } from '../services.ts'
import { ApiError } from './api-error.ts'
import { accountHash, addFacts } from './call-facts.ts'

export type CallerOf<A extends Audience> = A extends 'traveller'
  ? { traveller: Traveller; employee: null }
  : A extends 'operator'
    ? { traveller: null; employee: Employee }
    : A extends 'anyoneOrTraveller'
      ? { traveller: Traveller | null; employee: null }
      : { traveller: null; employee: null }

export type Caller = { traveller: Traveller | null; employee: Employee | null }

const anonymousCaller: Caller = { traveller: null, employee: null }

/** Returns the SHA-256 of the token in `token: Bearer …`. Null without one. */
export function sentTokenHash(request: FastifyRequest): string | null {
  const header = request.headers.token
  const token = typeof header === 'string' ? /^Bearer ([\w-]{1,200})$/.exec(header)?.[1] : undefined
  return token ? hashToken(token) : null
}

export const notLoggedIn = () => new ApiError(errorCodes.notLoggedIn, 'not logged in')

/**
 * Authenticates the caller. Throws 1010 without a required valid token, 1011 on employee calls for travellers and
 * other roles.
 */
export async function identifyCaller(
  request: FastifyRequest,
  { audience, roles = ['operator'] }: Pick<CallShape, 'audience' | 'roles'>,
  { callers, keys }: Pick<Services, 'callers' | 'keys'>,
): Promise<Caller> {
  if (audience === 'anyone') return anonymousCaller
  if (audience === 'anyoneOrTraveller' && request.headers.token === undefined) return anonymousCaller
  const tokenHash = sentTokenHash(request)
  if (!tokenHash) throw notLoggedIn()
  if (audience === 'operator') {
    const employee = await callers.findEmployee(tokenHash)
    if (employee) addFacts(request, { account: accountHash(keys, employee.employeeId) })
    if (employee && roles.includes(employee.role)) return { traveller: null, employee }
    const isKnown = employee !== null || (await callers.findTraveller(tokenHash)) !== null
    throw isKnown ? new ApiError(errorCodes.roleAuthError, 'role auth error') : notLoggedIn()
  }
  const traveller = await callers.findTraveller(tokenHash)
  if (!traveller) throw notLoggedIn()
  addFacts(request, { account: accountHash(keys, traveller.uin) })
  return { traveller, employee: null }
}

/** Returns the first supported language of Accept-Language, matching primary subtags too. Defaults to en-US. */
export function localeOf(request: FastifyRequest): Locale {
  const primary = (tag: string) => tag.split('-')[0]?.toLowerCase()
  const found = request.languages().map((tag) => locales.find((locale) => primary(locale) === primary(tag)))
  return found.find((locale) => locale !== undefined) ?? 'en-US'
}
