import { createOrderLedger, type OrderLedgerActor } from '@handsfree/core/bags'
import { openPayment, selectDraftForm, selectPaymentChild } from '@handsfree/core/booking'
import { customerViews } from '@handsfree/core/contract'
import { createNotificationList } from '@handsfree/core/notifications'
import {
  createOrderChange,
  createOrderDetail,
  createOrderList,
  createOrderReturn,
  firstOpenQuestion,
  type OrderChangeActor,
  type OrderDetailActor,
  type OrderReturnActor,
  returnStage,
} from '@handsfree/core/orders'
import { type PaymentActor, selectPaymentStage } from '@handsfree/core/payments'
import { actsOn } from './acts.ts'
import type { Chance } from './chance.ts'
import { changeStep } from './changing.ts'
import { Device, Tab } from './device.ts'
import { type Habits, habitsOf } from './habits.ts'
import { checkTokenIsRevoked, tryForbidden } from './intrusions.ts'
import { placeStep } from './placing.ts'
import { returnStep } from './returning.ts'
import { signInStep } from './signing-in.ts'
import { signOut } from './signing-out.ts'
import { prepareFor, takeOverStep } from './taking-over.ts'
import { hour, minute, second } from './time.ts'
import { wander } from './wandering.ts'
import type { World } from './world.types.ts'

const qrIds = [
  'demo-hotel-desk',
  'demo-hotel-room-1208',
  'demo-airport',
  'demo-station',
  'demo-sponsored',
  'demo-guesthouse',
]

/** Far behind, far ahead, a quarter-hour offset, and southern daylight saving time. */
const zonesAbroad = ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Pacific/Auckland']

const pagesToLookAt = ['detail', 'list', 'notifications', 'payment']

const phoneOf = (number: number) => String(13_800_000_000 + number * 7)

/** One device of one or two people, who order, pay and follow their orders. */
export class Traveller {
  readonly device: Device
  readonly name: string
  readonly phoneNumbers: readonly string[]
  readonly qrId: string
  readonly chance: Chance
  readonly habits: Habits
  readonly world: World
  isGone = false
  link: string | null = null
  #isPrepared = false
  #hasPassedOn = false
  readonly #orderIds = [new Set<string>(), new Set<string>()]
  #person = 0
  #visits = 0
  /** How many more pages the traveller looks at before leaving. */
  #patience = 0
  #tabs = 0
  readonly #deviceChance: Chance

  constructor(world: World, number: number) {
    this.world = world
    this.name = `traveller ${number}`
    this.chance = world.chance.fork(this.name)
    this.device = new Device(world, this.name, number, this.chance.fork('device'))
    this.device.onAccountMaybeDeleted = () => this.onAccountDeleted()
    this.#deviceChance = this.chance.fork('pocket')
    this.qrId = this.chance.pick(qrIds)
    const { isStormy, habits } = world.options
    this.habits = habitsOf(this.chance.fork('habits'), isStormy, habits)
    if (this.habits.isAbroad) this.device.zone = this.chance.fork('zone').pick(zonesAbroad)
    this.phoneNumbers = [number, number + 5_000].slice(0, this.habits.isShared ? 2 : 1).map(phoneOf)
  }

  /** The current user's phone number. */
  get phoneNumber(): string {
    return this.phoneNumbers[this.#person]!
  }

  get orderIds(): Set<string> {
    return this.#orderIds[this.#person]!
  }

  /** Whether the run is limited to certain habits. They then occur more often. */
  get #hasChosenHabits(): boolean {
    return this.world.options.habits !== null
  }

  /** Schedules the first visit; each visit schedules the next. */
  start(): void {
    this.world.time.after(this.chance.between(0, 4 * 60) * minute, this.name, () => this.visit())
  }

  visit(): void {
    const { world, chance } = this
    if (this.isGone) return
    this.#visits++
    this.#patience = chance.between(4, 12)
    const endTime = world.time.now + chance.between(2, 8) * minute
    if (this.habits.isGuest && !this.#isPrepared) {
      this.#isPrepared = true
      void prepareFor(this)
    }
    world.story.log(this.name, `comes, visit ${this.#visits}`)
    const earlierTabs = [...this.device.tabs]
    for (const tab of earlierTabs) tab.wake()
    const tab = earlierTabs[0] ?? this.openTab()
    for (let more = 1; more < this.habits.tabs; more++)
      world.time.after(chance.between(5, 120) * second, this.name, () => {
        if (tab.isOpen && !tab.isAsleep && this.device.tabs.size < this.habits.tabs) this.openTab()
      })
    const turn = () => {
      if (world.time.now >= endTime || this.device.tabs.size === 0 || this.#patience <= 0) return this.leave()
      const tabs = [...this.device.tabs]
      for (const one of this.habits.isHasty ? tabs : [chance.pick(tabs)]) if (one.isOpen) this.act(one)
      world.time.after(chance.between(1, this.habits.pause) * second, this.name, turn)
    }
    world.time.after(second, this.name, turn)
    if (world.faults.strikes('phone set'))
      world.time.after(this.#deviceChance.between(0, 5) * minute, this.name, () =>
        this.device.changeClockError(),
      )
    if (world.faults.strikes('offline')) {
      world.time.after(chance.between(0, 5) * minute, this.name, () => this.device.setOnline(false))
      world.time.after(chance.between(1, 180) * minute, this.name, () => this.device.setOnline(true))
    }
  }

  openTab(): Tab {
    const tab = new Tab(this.device, `tab ${++this.#tabs}`)
    tab.load()
    return tab
  }

  #isPutAway(tab: Tab): boolean {
    if (tab.atBank !== null) return false
    return this.habits.isSleepy || (this.world.options.isStormy && this.#deviceChance.bool(0.6))
  }

  leave(): void {
    const { world, chance } = this
    for (const tab of [...this.device.tabs])
      if (this.#isPutAway(tab)) tab.sleep()
      else tab.close()
    world.story.log(this.name, 'goes')
    // Travellers with orders return a few times; others give up eventually.
    if (this.#visits > (this.orderIds.size > 0 ? 4 : 6)) {
      this.isGone = true
      return
    }
    const least = this.habits.isSleepy ? 20 : 0.2
    world.time.after(Math.round((least + chance.next() * 8) * hour), this.name, () => this.visit())
  }

  act(tab: Tab): void {
    const { chance, habits } = this
    if (tab.atBank !== null) {
      // Unsure travellers leave the bank's page open and look at the order in another tab.
      if (habits.isUnsure && chance.bool(0.8)) {
        if (this.device.tabs.size < 2) this.openTab()
      } else this.#atBank(tab)
    } else if (chance.bool(habits.wild)) this.#randomAction(tab)
    else if (habits.isShared && chance.bool(this.#hasChosenHabits ? 0.05 : 0.01)) this.#passOn(tab)
    else if (habits.isNosy && chance.bool(this.#hasChosenHabits ? 0.2 : 0.02)) tryForbidden(this, tab)
    else if (signInStep(this, tab)) return
    else if (habits.isCurious && this.orderIds.size > 0 && chance.bool(0.4)) wander(this, tab)
    else if (this.link !== null) this.#takeOver(tab, this.link)
    else if (this.orderIds.size === 0 || tab.screen.name === 'create') placeStep(this, tab)
    else {
      this.#follow(tab)
      if (pagesToLookAt.includes(tab.screen.name)) this.#patience--
    }
  }

  #passOn(tab: Tab): void {
    const token = tab.app.auth.getSnapshot().context.account?.token
    if (!signOut(this, tab)) return
    tab.log('has signed out, and gives the device to somebody else')
    if (token && !this.world.options.isStormy) checkTokenIsRevoked(this.world, this.name, token)
    this.#person = 1 - this.#person
  }

  /**
   * Hands a shared device to the other person. False if that person has no orders, if this was already done, or if
   * sign-out fails.
   */
  passOnAtTheEnd(): boolean {
    if (!this.habits.isShared || this.#hasPassedOn || this.#orderIds[1 - this.#person]!.size === 0)
      return false
    this.#hasPassedOn = true
    const [tab, ...others] = this.device.tabs
    for (const other of others) other.close()
    if (!tab || !signOut(this, tab)) return false
    this.#person = 1 - this.#person
    return true
  }

  setLink(link: string): void {
    this.link = link
  }

  #takeOver(tab: Tab, link: string): void {
    if (!takeOverStep(this, tab, link)) this.link = null
  }

  addOrder(orderId: string): void {
    this.link = null
    if (this.orderIds.has(orderId)) return
    this.orderIds.add(orderId)
    this.world.story.log(this.name, `has order ${orderId}`)
  }

  onAccountDeleted(): void {
    this.orderIds.clear()
    this.world.story.log(this.name, 'may have deleted the account')
  }

  openDetail(tab: Tab, orderId: string): OrderDetailActor {
    const actor = createOrderDetail(tab.app, orderId)
    tab.show({ name: 'detail', actor, stop: () => actor.stop() })
    actor.start()
    return actor
  }

  pay(tab: Tab, actor: PaymentActor): void {
    const snapshot = actor.getSnapshot()
    const stage = selectPaymentStage(snapshot)
    if (stage === 'ready') actor.send({ type: 'payment.open' })
    else if (stage === 'failed' || stage === 'expired' || stage === 'unavailable')
      actor.send({ type: 'payment.retry' })
    else if (stage === 'stillConfirming' || snapshot.matches('atProvider'))
      actor.send({ type: 'payment.checkAgain' })
    else if (snapshot.status !== 'active') this.#home(tab)
  }

  #follow(tab: Tab): void {
    const { actor } = tab.screen
    if (tab.screen.name === 'payment' && actor) {
      this.pay(tab, actor as PaymentActor)
      return
    }
    if (tab.screen.name === 'notifications' && actor && this.chance.bool(0.5)) {
      if (actor.getSnapshot().can({ type: 'notifications.readAll' }))
        actor.send({ type: 'notifications.readAll' })
      return
    }
    if (tab.screen.name === 'ledger' && actor) {
      this.#answer(tab, actor as OrderLedgerActor)
      return
    }
    if (tab.screen.name === 'change' && actor) {
      this.#change(tab, actor as OrderChangeActor)
      return
    }
    if (tab.screen.name === 'return' && actor) {
      const { order } = (actor as OrderReturnActor).getSnapshot().context
      if (!returnStep(actor as OrderReturnActor, this.chance) && order) this.openDetail(tab, order.orderId)
      return
    }
    if (tab.screen.name === 'detail' && !this.chance.bool(0.15)) {
      const snapshot = (actor as OrderDetailActor).getSnapshot()
      const { order } = snapshot.context
      if (order && returnStage(order) === 'asked') {
        const back = createOrderReturn(tab.app, order.orderId)
        tab.show({ name: 'return', actor: back, stop: () => back.stop() })
        back.start()
        return
      }
      if (order && firstOpenQuestion(order) && this.chance.bool(0.7)) {
        const ledger = createOrderLedger(tab.app, order.orderId)
        tab.show({ name: 'ledger', actor: ledger, stop: () => ledger.stop() })
        ledger.start()
        return
      }
      const due = order?.paymentId
      if (
        order &&
        due &&
        order.lifecycle.closing === 'open' &&
        (order.lifecycle.payment !== 'paid' || returnStage(order) === 'unpaid') &&
        !(this.habits.isThrifty && order.lifecycle.payment === 'supplementary') &&
        this.chance.bool(0.5)
      )
        this.openPayment(tab, { kind: 'payment', paymentId: due })
      else if (snapshot.can({ type: 'cancellation.confirm' }) && this.chance.bool(0.5))
        (actor as OrderDetailActor).send({
          type: this.chance.bool(0.7) ? 'cancellation.confirm' : 'cancellation.dismiss',
        })
      else if (
        snapshot.can({ type: 'cancellation.preview' }) &&
        this.chance.bool(this.habits.isUnsure ? 0.2 : this.world.options.isStormy ? 0.01 : 0)
      )
        (actor as OrderDetailActor).send({ type: 'cancellation.preview' })
      else if (
        order?.changes?.may &&
        !order.changes.open &&
        this.chance.bool(this.habits.isRestless ? 0.3 : 0.05)
      )
        this.#openChange(tab, order.orderId)
      return
    }
    if (this.chance.bool(0.1)) this.openNotifications(tab)
    else if (this.chance.bool(0.2)) this.openList(tab)
    else this.openDetail(tab, this.chance.pick([...this.orderIds]))
  }

  openNotifications(tab: Tab): void {
    const list = createNotificationList(tab.app, null)
    tab.show({ name: 'notifications', actor: list, stop: () => list.stop() })
    list.start()
  }

  openList(tab: Tab): void {
    const list = createOrderList(tab.app, customerViews.all)
    tab.show({ name: 'list', actor: list, stop: () => list.stop() })
    list.start()
  }

  #answer(tab: Tab, actor: OrderLedgerActor): void {
    const { ledger } = actor.getSnapshot().context
    const asked = ledger?.questions.find(({ state }) => state === 'asked')
    if (!ledger) return
    if (!asked) this.openDetail(tab, ledger.orderId)
    else {
      const answer = this.world.options.isStormy && this.chance.bool(0.3) ? 'notRight' : 'right'
      actor.send({ type: 'question.answer', questionId: asked.questionId, answer })
    }
  }

  #openChange(tab: Tab, orderId: string): void {
    const actor = createOrderChange(tab.app, orderId)
    tab.show({ name: 'change', actor, stop: () => actor.stop() })
    actor.start()
  }

  #change(tab: Tab, actor: OrderChangeActor): void {
    if (changeStep(actor, this.chance)) return
    const { order } = actor.getSnapshot().context
    const paymentId = order?.changes?.open?.paymentId
    if (paymentId) this.openPayment(tab, { kind: 'payment', paymentId })
    else if (order) this.openDetail(tab, order.orderId)
    else this.#home(tab)
  }

  openPayment(tab: Tab, from: Parameters<typeof openPayment>[1]): void {
    const actor = openPayment(tab.app, from)
    tab.show({ name: 'payment', actor, stop: () => actor.stop() })
    actor.on('payment.paid', ({ orderId }) => this.addOrder(orderId))
    actor.start()
  }

  #home(tab: Tab): void {
    tab.show({ name: 'home', stop() {} })
  }

  #atBank(tab: Tab): void {
    const { chance, world } = this
    const sessionId = tab.atBank?.split('/').at(-1) ?? ''
    tab.atBank = null
    tab.leave()
    const page = world.bank.pages.get(sessionId)
    const outcome = this.habits.isPoor
      ? 'leaves'
      : this.habits.isTardy && this.#deviceChance.bool(0.5)
        ? 'hoursLate'
        : world.options.isStormy
          ? chance.pick(['pays', 'pays', 'pays', 'pays', 'pays', 'declined', 'late', 'leaves'] as const)
          : 'pays'
    world.bank.visitPage(sessionId, outcome)
    if (outcome !== 'pays') this.#patience -= 2
    tab.log(`${outcome} on the bank’s page`)
    if (world.options.isStormy && chance.bool(0.1)) {
      tab.close()
      return
    }
    tab.load()
    if (!page) return
    if (outcome !== 'leaves') this.openPayment(tab, { kind: 'session', sessionId })
    else this.openPayment(tab, { kind: 'payment', paymentId: page.cancelPath.split('/').at(-1) ?? '' })
  }

  #randomAction(tab: Tab): void {
    const { chance, device } = this
    const what = chance.pick([
      'reload',
      'reload',
      'close',
      'look away',
      'another tab',
      'home',
      'sign out',
      'language',
      'press',
    ])
    tab.log(what)
    if (what === 'reload') tab.load()
    else if (what === 'close') tab.close()
    else if (what === 'look away') {
      tab.setInSight(false)
      this.world.time.after(chance.between(1, 90) * second, this.name, () => {
        if (tab.isOpen) tab.setInSight(true)
      })
    } else if (what === 'another tab' && device.tabs.size < 3) this.openTab()
    else if (what === 'home') this.#home(tab)
    else if (what === 'sign out' && chance.bool(0.2)) signOut(this, tab)
    else if (what === 'language' && chance.bool(0.3)) {
      const { locale } = tab.app.language.getSnapshot().context
      const other = locale === 'en-US' ? 'zh-CN' : 'en-US'
      const change = { type: 'language.switch', locale: other } as const
      if (tab.app.language.getSnapshot().can(change)) tab.app.language.send(change)
    } else if (what === 'press') this.#press(tab)
  }

  #press(tab: Tab): void {
    const placement = tab.app.placements.get(this.qrId)
    const payment = placement && selectPaymentChild(placement.getSnapshot())
    const form = placement && selectDraftForm(placement.getSnapshot())
    const targets = [placement, form, payment, tab.screen.actor].flatMap((one) => one ?? [])
    const presses = targets.flatMap((target) =>
      actsOn(target, this.chance).map((event) => () => {
        tab.log(`presses ${event.type}`)
        target.send(event)
      }),
    )
    if (presses.length > 0) this.chance.pick(presses)()
  }
}
