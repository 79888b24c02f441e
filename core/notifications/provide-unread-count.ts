import type { ApiClient } from '../api/client.ts'
import { countUnread, unreadTypes } from '../contract/notification.ts'
import { fromCall } from '../lib/from-call.ts'

export const provideUnreadCount = (api: ApiClient) => ({
  actors: {
    countUnread: fromCall(({ signal }) =>
      api.call(countUnread, { query: { types: unreadTypes.map(String) } }, { signal }),
    ),
  },
})
