import { and, gt, lte, or } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

const day = 86_400_000
/** A token, of a traveller or an employee, expires 30 days after it was made, or 14 days after its last use (contract). */
const lifetime = 30 * day
const idleTime = 14 * day
/** Milliseconds between two writes of a token's last use. */
const touchEvery = 3_600_000

type TokenTable = { createTime: AnyPgColumn; useTime: AnyPgColumn }

const bounds = (now: Date) => ({
  created: new Date(now.getTime() - lifetime),
  used: new Date(now.getTime() - idleTime),
})

export const isValid = ({ createTime, useTime }: TokenTable, now: Date) => {
  const { created, used } = bounds(now)
  return and(gt(createTime, created), gt(useTime, used))
}

/** As `isValid`, of a token that was read. */
export const isValidAt = (token: { createTime: Date; useTime: Date }, now: Date): boolean => {
  const { created, used } = bounds(now)
  return token.createTime > created && token.useTime > used
}

/** When a token ends that is not used again. */
export const endOf = ({ createTime, useTime }: { createTime: Date; useTime: Date }): Date =>
  new Date(Math.min(createTime.getTime() + lifetime, useTime.getTime() + idleTime))

export const isExpired = ({ createTime, useTime }: TokenTable, now: Date) => {
  const { created, used } = bounds(now)
  return or(lte(createTime, created), lte(useTime, used))
}

/** Tokens with a last use before this have it written again. */
export const touchedBefore = (now: Date): Date => new Date(now.getTime() - touchEvery)
