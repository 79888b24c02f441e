import type { NotificationItem } from '@handsfree/core/contract'
import { FakeServer } from '../fake-platform.ts'

export const notificationItem = (
  indexId: number,
  changed: Partial<NotificationItem> = {},
): NotificationItem => ({
  notificationId: `n-${indexId}`,
  indexId,
  type: 3,
  content: '{"orderId":"order-1","orderNumber":"HF-1001"}',
  isPopup: 0,
  isRead: 0,
  timestamp: '2026-11-23T02:00:00Z',
  ...changed,
})

export class NotificationServer extends FakeServer {
  items: NotificationItem[] = []

  constructor() {
    super()
    this.routes['GET /notification/unread'] = () => this.items.filter(({ isRead }) => !isRead).length
    this.routes['GET /notification/page'] = ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1])
      const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize'))]
      const types = query.getAll('types[]').map(Number)
      const wanted = this.items.filter(
        ({ isRead, type }) =>
          (!query.has('isRead') || isRead === 0) && (types.length === 0 || types.includes(type)),
      )
      const list = wanted.slice((page - 1) * pageSize, page * pageSize)
      return { list, paging: { page, pageSize, total: wanted.length } }
    }
    this.routes['POST /notification/state/update'] = ({ body }) => {
      const { notificationList } = body as { notificationList: { notificationId: string }[] }
      const ids = notificationList.map(({ notificationId }) => notificationId)
      this.items = this.items.map((one) => (ids.includes(one.notificationId) ? { ...one, isRead: 1 } : one))
      return {}
    }
  }

  get batches(): number[] {
    return this.of('POST /notification/state/update').map(
      ({ body }) => (body as { notificationList: unknown[] }).notificationList.length,
    )
  }
}
