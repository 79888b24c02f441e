import { type ApiClient, createApiClient } from '@handsfree/core/api'
import type { Locale } from '@handsfree/core/contract'
import { nodeClock } from './platform.ts'

export const createEmployeeApi = ({
  url,
  token,
  locale,
}: {
  url: string
  token: string
  locale: Locale
}): ApiClient =>
  createApiClient({
    platform: { fetch, clock: nodeClock },
    baseUrl: url,
    locale: () => locale,
    token: () => token,
    onNotLoggedIn: () => {},
  })
