import {
  type Currency,
  type Locale,
  type Money,
  PaymentChoice,
  type PaymentMethod,
} from '@handsfree/core/contract'
import * as v from 'valibot'
import type { SessionRow } from './payments.table.ts'
import type { PaymentProvider, ProviderName, Providers, SessionRequest, Surface } from './provider.ts'

/** Reads where a browser runs from its User-Agent. WeChat for computers counts as WeChat. */
export function surfaceOf(userAgent = ''): Surface {
  if (userAgent.includes('MicroMessenger')) return 'wechat'
  return /Android|iPhone|iPad|HarmonyOS|Mobile/.test(userAgent) ? 'phone' : 'pc'
}

type Rule = { surfaces: readonly Surface[]; currencies: readonly Currency[] }

const everywhere = ['wechat', 'phone', 'pc'] as const
const outsideWechat = ['phone', 'pc'] as const
const all = ['CNY', 'HKD', 'USD'] as const
const yuan = ['CNY'] as const

/** WeChat's browser has no wallets and blocks Alipay. Stripe's only page for WeChat Pay is a QR code. */
const cardProviderRules: Record<PaymentMethod, Rule> = {
  card: { surfaces: everywhere, currencies: all },
  apple_pay: { surfaces: outsideWechat, currencies: all },
  google_pay: { surfaces: outsideWechat, currencies: all },
  alipay: { surfaces: outsideWechat, currencies: yuan },
  wechat_pay: { surfaces: ['pc'], currencies: yuan },
}

const rules: Record<ProviderName, Partial<Record<PaymentMethod, Rule>>> = {
  stripe: cardProviderRules,
  sandbox: cardProviderRules,
  alipay: { alipay: { surfaces: outsideWechat, currencies: yuan } },
  wechat_pay: { wechat_pay: { surfaces: everywhere, currencies: yuan } },
}

/** Smallest payments in minor units: Stripe's minimum in HKD and USD, and its equivalent in CNY. */
const leastAmounts: Partial<Record<ProviderName, Record<Currency, number>>> = {
  stripe: { CNY: 400, HKD: 400, USD: 50 },
}

/** Their pages differ between a phone, a PC and WeChat. */
const pagesPerSurface: readonly string[] = ['alipay', 'wechat_pay'] satisfies ProviderName[]

const inWechat: readonly PaymentChoice[] = ['wechat_pay', 'card']
const elsewhere: Record<Locale, readonly PaymentChoice[]> = {
  'zh-CN': ['alipay', 'wechat_pay', 'card'],
  'en-US': ['card', 'alipay', 'wechat_pay'],
}

const likeliestFirst = ({ surface, locale }: Pick<SessionRequest, 'surface' | 'locale'>) =>
  surface === 'wechat' ? inWechat : elsewhere[locale]

export type PageFacts = Pick<SessionRequest, 'surface' | 'locale' | 'amount'>

export type ProviderChoice = { method: PaymentChoice; provider: PaymentProvider }

const works = (provider: ProviderName, method: PaymentMethod, { surface, amount }: PageFacts): boolean => {
  const rule = rules[provider][method]
  if (!rule?.surfaces.includes(surface) || !rule.currencies.includes(amount.currency)) return false
  return amount.amount >= (leastAmounts[provider]?.[amount.currency] ?? 0)
}

const choiceOf = (method: PaymentMethod): PaymentChoice => (v.is(PaymentChoice, method) ? method : 'card')

/** Without methods in the settings, the provider decides, and offers at least cards. */
const takes = ({ methods }: PaymentProvider, method: PaymentChoice): boolean =>
  methods.length === 0 ? method === 'card' : methods.includes(method)

/**
 * Returns what can be paid with in this browser: the latest choice first, then the likeliest. A provider of one method
 * takes precedence over the card provider's page for it.
 */
export function findChoices(
  { current, byName }: Providers,
  facts: PageFacts,
  lastChoice: PaymentChoice | null = null,
): ProviderChoice[] {
  const providers = [byName('alipay'), byName('wechat_pay'), current]
  return likeliestFirst(facts)
    .flatMap((method) => {
      const provider = providers.find((one) => one && takes(one, method) && works(one.name, method, facts))
      return provider ? [{ method, provider }] : []
    })
    .sort((one, other) => Number(other.method === lastChoice) - Number(one.method === lastChoice))
}

export type ChosenProvider = { provider: PaymentProvider; methods: PaymentMethod[] }

/** Returns the provider of the chosen method, else of the first choice, with its page's methods. Null if none works. */
export function chooseProvider(
  choices: readonly ProviderChoice[],
  facts: PageFacts,
  method: PaymentChoice | null,
): ChosenProvider | null {
  const found = method === null ? choices[0] : choices.find((one) => one.method === method)
  if (!found) return null
  const { provider } = found
  return {
    provider,
    methods: provider.methods.filter(
      (one) => works(provider.name, one, facts) && (method === null || choiceOf(one) === method),
    ),
  }
}

/** Returns whether an open page works in this browser and is for the chosen method. */
export const isPageFor = (
  { provider, choice, surface }: Pick<SessionRow, 'provider' | 'choice' | 'surface'>,
  choices: readonly ProviderChoice[],
  facts: PageFacts,
  method: PaymentChoice | null,
): boolean =>
  choices.some(
    (one) =>
      one.provider.name === provider &&
      (choice === null || choice === one.method) &&
      (method === null || method === one.method),
  ) &&
  (surface === null || surface === facts.surface || !pagesPerSurface.includes(provider))

/** Returns whether any provider takes a price in this currency. */
export const takesCurrency = ({ current, byName }: Providers, currency: Money['currency']): boolean =>
  [byName('alipay'), byName('wechat_pay'), current].some(
    (one) => one && Object.values(rules[one.name]).some(({ currencies }) => currencies.includes(currency)),
  )
