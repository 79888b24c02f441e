import { and, gt, lte, or } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

const day = 86_400_000
/** Days after creation, and after the last use, until a token expires (contract). */
export const tokenDays = { sessions: 30, idleSessions: 14 }
const lifetimeMs = tokenDays.sessions * day
const idleTimeMs = tokenDays.idleSessions * day
/** Minimum interval between writes of the last use, ms. */
const touchIntervalMs = 3_600_000

type TokenTable = { createTime: AnyPgColumn; useTime: AnyPgColumn }

const bounds = (now: Date) => ({
  created: new Date(now.getTime() - lifetimeMs),
  used: new Date(now.getTime() - idleTimeMs),
})

export const isValid = ({ createTime, useTime }: TokenTable, now: Date) => {
  const { created, used } = bounds(now)
  return and(gt(createTime, created), gt(useTime, used))
}

/** Like `isValid`, for a row in memory. */
export const isValidAt = (token: { createTime: Date; useTime: Date }, now: Date): boolean => {
  const { created, used } = bounds(now)
  return token.createTime > created && token.useTime > used
}

export const endTimeOf = ({ createTime, useTime }: { createTime: Date; useTime: Date }): Date =>
  new Date(Math.min(createTime.getTime() + lifetimeMs, useTime.getTime() + idleTimeMs))

export const isExpired = ({ createTime, useTime }: TokenTable, now: Date) => {
  const { created, used } = bounds(now)
  return or(lte(createTime, created), lte(useTime, used))
}

/** Tokens last used before this get their use time updated. */
export const touchCutoffAt = (now: Date): Date => new Date(now.getTime() - touchIntervalMs)
