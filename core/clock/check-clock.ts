import type { ApiClient } from '../api/client.ts'
import { getContact } from '../api/contract/config.ts'

/** Asks the smallest thing that the server tells anybody, for the time that comes with it. */
export const checkClock = (api: ApiClient) => api.call(getContact, {})
