import type { BrokerOptions } from '@handsfree/core'
import { brokerTopic } from '@handsfree/core/realtime'
import { isTokenAlive } from '../server/domain/users/tokens.ts'
import { type BrokerGrant, readBrokerPassword } from '../server/runtime/realtime/password.ts'
import { hour, minute, second } from './time.ts'
import type { AccountListener, Hint, World } from './world.types.ts'

type Connection = { uin: string; tokenHash: string; listener: AccountListener; isOpen: boolean }

export class Broker {
  readonly #world: World
  readonly #chance
  readonly #connections = new Set<Connection>()
  readonly #grants = new Map<string, BrokerGrant>()
  /** Hints published or received since the last check. */
  readonly hints: Hint[] = []
  #downUntil = 0
  /** No new outage before this time, whatever the traffic. */
  #steadyUntil = 0

  constructor(world: World) {
    this.#world = world
    this.#chance = world.chance.fork('broker')
  }

  connect(who: string, { username, password, topics }: BrokerOptions, listener: AccountListener): () => void {
    const { time, servers } = this.#world
    const line: Connection = { uin: username, tokenHash: '', listener, isOpen: true }
    const close = () => {
      this.#connections.delete(line)
      line.isOpen = false
    }
    time.after(this.#chance.between(50, 400), `broker of ${who}`, () => {
      servers.busy++
      void this.#authorise(username, password, topics).then((tokenHash) => {
        servers.busy--
        if (!line.isOpen) return
        if (tokenHash === null || time.now < this.#downUntil) {
          close()
          return listener.onClose()
        }
        line.tokenHash = tokenHash
        this.#connections.add(line)
        listener.onOpen()
      })
    })
    return close
  }

  publish(uin: string, hint: { code: number; orderId?: string }): void {
    const { faults, time } = this.#world
    const orderId = hint.orderId ?? null
    this.hints.push({ to: uin, orderId })
    if (time.now >= this.#steadyUntil && faults.strikes('broker down')) this.goDown()
    for (const line of this.#connections) {
      if (line.uin !== uin || faults.strikes('hint lost')) continue
      const deliver = () =>
        time.after(this.#chance.between(20, 2_000), 'hint', () => {
          if (!line.isOpen) return
          this.hints.push({ to: line.uin, orderId, receivedBy: line.listener.account() })
          line.listener.onMessage(brokerTopic(uin), JSON.stringify(hint))
        })
      deliver()
      if (faults.strikes('hint twice')) deliver()
    }
  }

  goDown(): void {
    this.#world.story.log('broker', 'is down')
    this.#downUntil = this.#world.time.now + this.#chance.between(1, 60) * minute
    this.#steadyUntil = this.#downUntil + this.#chance.between(2, 8) * hour
    this.#close(() => true)
  }

  calm(): void {
    this.#downUntil = 0
  }

  closeDead(uin: string): void {
    const { time, servers } = this.#world
    time.after(500, 'broker', () => {
      servers.busy++
      void Promise.all(
        [...this.#connections]
          .filter((line) => line.uin === uin)
          .map(async (line) => {
            const isAlive = await isTokenAlive(servers.store.truth, line.tokenHash, new Date(time.now))
            if (!isAlive) this.#close((other) => other === line)
          }),
      ).then(() => {
        servers.busy--
      })
    })
  }

  #close(which: (line: Connection) => boolean): void {
    for (const line of [...this.#connections]) {
      if (!which(line)) continue
      this.#connections.delete(line)
      line.isOpen = false
      line.listener.onClose()
    }
  }

  /** Cached, because pages retry with the same password during an outage. */
  async #read(password: string, now: Date): Promise<BrokerGrant | null> {
    const known = this.#grants.get(password)
    if (known && known.expires * second > now.getTime() + second) return known
    const grant = await readBrokerPassword(this.#world.servers.keys, password, now)
    if (grant) this.#grants.set(password, grant)
    return grant
  }

  async #authorise(username: string, password: string, topics: readonly string[]): Promise<string | null> {
    const { servers, time } = this.#world
    const now = new Date(time.now)
    const grant = await this.#read(password, now)
    // A page must only subscribe to the topic of its own account.
    const foreignTopics = topics.filter((topic) => grant && topic !== brokerTopic(grant.holder))
    if (grant && (grant.holder !== username || foreignTopics.length > 0))
      this.#world.fail(
        'ownPassword',
        `${username}, subscribing to ${topics.join(', ')}, uses the password of ${grant.holder}`,
      )
    if (!grant || grant.holder !== username || foreignTopics.length > 0) return null
    if (time.now < this.#downUntil) return null
    return (await isTokenAlive(servers.store.truth, grant.tokenHash, now)) ? grant.tokenHash : null
  }
}
