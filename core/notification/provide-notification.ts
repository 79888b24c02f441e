import { asking } from '../api/asking.ts'
import type { ApiClient } from '../api/client.ts'
import { loadAccountCalls } from '../api/load-account-calls.ts'

/** The notification machine's placeholders, on the real world. */
export const provideNotification = (api: ApiClient) => ({
  actors: {
    countUnread: asking(async ({ signal }) => {
      const { countUnread, unreadTypes } = await loadAccountCalls()
      return api.call(countUnread, { query: { types: unreadTypes.map(String) } }, { signal })
    }),
  },
})
