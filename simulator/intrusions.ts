import { getOrder, getProfiles, markNotifications, signIn } from '@handsfree/core/contract'
import type { Tab } from './device.ts'
import type { PromiseName } from './promises.ts'
import type { Guest, World } from './world.types.ts'

type ForeignRow = { id: string; uin: string }

/** Whether a tab is signed in to the account. Then changes to it may come from its owner. */
const isOpenSomewhere = ({ travellers }: World, uin: string): boolean =>
  travellers.some(({ device }) =>
    [...device.tabs].some(({ app }) => app.auth.getSnapshot().context.account?.uin === uin),
  )

/** Checks that a token is invalid a minute after sign-out. Call it only if no request can get lost. */
export function checkTokenIsRevoked(world: World, who: string, token: string): void {
  world.time.after(60_000, who, async () => {
    const { code } = await world.servers.call(getProfiles, { token })
    if (code === 0) world.fail('signedOutIsOut', `${who} still has a valid token`)
  })
}

/** Tries to access other accounts' data or finished orders; the server must refuse. */
export function tryForbidden({ chance, world, phoneNumber, name }: Guest<Tab>, tab: Tab): void {
  const { servers } = world
  const { app } = tab
  const uin = app.auth.getSnapshot().context.account?.uin
  const find = async <Row>(query: string, value: string): Promise<Row | undefined> => {
    servers.busy++
    try {
      return (await servers.store.query<Row>(query, [value]))[0]
    } finally {
      servers.busy--
    }
  }
  const reportBroken = (promise: PromiseName, details: string) => world.fail(promise, `${name} ${details}`)

  async function tryReadOrder(ownUin: string) {
    const order = await find<ForeignRow>(
      'select order_id as id, uin from orders where uin <> $1 order by order_id limit 1',
      ownUin,
    )
    if (!order) return
    const read = await app.api.call(getOrder, { params: { orderId: order.id } })
    if (read.ok) reportBroken('ordersStayPrivate', `reads order ${order.id}`)
  }

  async function tryMarkNotification(own: string) {
    const notification = await find<ForeignRow>(
      `select notification_id as id, uin from notifications where uin <> $1 and not is_read
      order by notification_id limit 1`,
      own,
    )
    if (!notification || isOpenSomewhere(world, notification.uin)) return
    const body = { notificationList: [{ notificationId: notification.id }], isRead: 1 as const }
    await app.api.call(markNotifications, { body })
    const after = await find<{ is_read: boolean }>(
      'select is_read from notifications where notification_id = $1',
      notification.id,
    )
    if (after?.is_read && !isOpenSomewhere(world, notification.uin))
      reportBroken('notificationsStayPrivate', `marks ${notification.id}`)
  }

  async function trySignInAgain() {
    const code = world.phones.read(phoneNumber)
    const lastCode = await find<{ is_used: boolean }>(
      `select use_time is not null as is_used from verification_codes where phone_number = $1
      order by position desc limit 1`,
      phoneNumber,
    )
    if (code === null || !lastCode?.is_used) return
    const again = await app.api.call(signIn, { body: { dialCode: '86', phoneNumber, code } })
    if (again.ok) reportBroken('codesOpenOnce', 'signs in with a used code')
  }

  const tries =
    uin === undefined
      ? [trySignInAgain]
      : [() => tryReadOrder(uin), () => tryMarkNotification(uin), trySignInAgain]
  void chance
    .pick(tries)()
    .catch((error: unknown) => world.defect(`${name} tries a forbidden call`, error))
}
