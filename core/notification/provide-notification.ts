import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import { countUnread, unreadTypes } from '../api/contract/notification.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { Result } from '../result.ts'

/** The notification machine's placeholders, on the real world. */
export const provideNotification = (api: ApiClient) => ({
  actors: {
    countUnread: fromPromise<Result<number, ApiFailure>>(({ signal }) =>
      api.call(countUnread, { query: { types: unreadTypes.map(String) } }, { signal }),
    ),
  },
})
