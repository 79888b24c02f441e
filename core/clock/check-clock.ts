import type { ApiClient } from '../api/client.ts'
import { getContact } from '../api/contract/config.ts'

/** Makes the smallest public call, for the time of its answer. */
export const checkClock = (api: ApiClient) => api.call(getContact, {})
