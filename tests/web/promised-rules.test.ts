import { fileURLToPath } from 'node:url'
import { type Locale, locales } from '@handsfree/core/api'
import { beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '../../server/http/page-renderer.ts'
import { isWebBuilt } from '../../tools/web-sources.ts'

/** Pages that tell travellers rules without an account. */
const pages = ['/', '/faq', '/terms', '/luggage/notice', '/about'] as const

type Topic = { about: RegExp; sentences: Record<string, readonly (typeof pages)[number][]> }

/**
 * What decides a topic: every sentence of any page that touches it, and which pages have it. A page that tells the rule
 * in other words, or another rule, has a sentence that is not here.
 */
const topics: Record<Locale, Record<string, Topic>> = {
  'en-US': {
    'who collects with what': {
      about: /claim code/i,
      sentences: {
        'Show the claim code on your order’s page, or its card for the desk, also without a network': [
          '/faq',
        ],
        'You can also send them a link from your order’s page: it shows where the bags are and when they come, the claim code only if you allow it, and never a price or phone number':
          ['/faq', '/terms'],
        'Whoever shows the claim code gets the bags, so share it only with the person who collects them': [
          '/faq',
          '/terms',
        ],
        'Enter their name and number when you order, and give them the claim code': ['/faq'],
      },
    },
    'who waits for whom': {
      about: /\bwait/i,
      sentences: {
        'When you collect in person, the courier waits 30 minutes for free': ['/', '/faq', '/terms'],
        'Do I have to wait for the courier at my hotel': ['/faq'],
        'Pickup at hotels needs no waiting: leave your bags at the front desk': ['/faq', '/terms'],
        'Does the courier wait for me': ['/faq'],
        'If nobody has picked up your bags 40 minutes after the pickup time, we tell you, and you can wait, change your order, or cancel and get back everything you paid':
          ['/faq', '/terms'],
      },
    },
    'when a surcharge is due': {
      about: /difference|more bags|fewer/i,
      sentences: {
        'What if I have more or fewer bags than I ordered': ['/faq'],
        'If there are more bags than you ordered, you pay the difference before the courier takes them': [
          '/faq',
          '/terms',
        ],
        'If there are fewer, you get the difference back': ['/faq', '/terms'],
        'As long as canceling is free, you can change the times, destination, number of bags, recipient, room, and note instead, and pay or get back the difference':
          ['/faq', '/terms'],
      },
    },
    'what comes back on canceling': {
      about: /cancel/i,
      sentences: {
        'Free to cancel up to 4 hours before pickup': ['/', '/faq', '/terms'],
        'Can I cancel': ['/faq'],
        'As long as canceling is free, you can change the times, destination, number of bags, recipient, room, and note instead, and pay or get back the difference':
          ['/faq', '/terms'],
        'After that, the order can’t be canceled in the app: call us': ['/faq', '/terms'],
        'An order placed less than 4 hours before pickup is free to cancel for 10 minutes after paying, unless the courier has come':
          ['/faq', '/terms'],
        'If nobody has picked up your bags 40 minutes after the pickup time, we tell you, and you can wait, change your order, or cancel and get back everything you paid':
          ['/faq', '/terms'],
        'If you cancel, your refund arrives within 72 hours of canceling': ['/faq', '/terms'],
        Canceling: ['/terms'],
      },
    },
    'what comes back on a refusal': {
      about: /decision|can’t take/i,
      sentences: {
        'If we can’t take your bags, you get a full refund within 72 hours of our decision': [
          '/',
          '/faq',
          '/terms',
        ],
        'We start your claim within 24 hours and send you our decision in writing, with the reasons': [
          '/faq',
          '/terms',
        ],
      },
    },
  },
  'zh-CN': {
    'who collects with what': {
      about: /领取码/,
      sentences: {
        '出示订单页上的领取码，或给前台看的卡片，没有网络也能打开': ['/faq'],
        '经您允许才显示领取码，不显示价格和电话': ['/faq', '/terms'],
        '凭领取码即可领取行李，请只告诉领取人': ['/faq', '/terms'],
        '下单时填写对方的姓名和手机号，并把领取码告诉对方': ['/faq'],
      },
    },
    'who waits for whom': {
      about: /等(?!贵重物品)/,
      sentences: {
        '当面领取时，配送员免费等您 30 分钟': ['/', '/faq', '/terms'],
        在酒店需要等配送员来取件吗: ['/faq'],
        '在酒店取件无需等候，行李放在前台即可': ['/faq', '/terms'],
        配送员会等我吗: ['/faq'],
        '您可以继续等待、更改订单，也可以取消订单，已付款项全额退回': ['/faq', '/terms'],
      },
    },
    'when a surcharge is due': {
      about: /差价|差额|补款/,
      sentences: {
        '行李多于下单件数时，请先补差价，配送员再取走': ['/faq', '/terms'],
        '少于下单件数时，差价退还给您': ['/faq', '/terms'],
        '在可免费取消的时间内，也可以更改时间、目的地、件数、领取人、房间和备注，差价多退少补': [
          '/faq',
          '/terms',
        ],
      },
    },
    'what comes back on canceling': {
      about: /取消/,
      sentences: {
        '距取件 4 小时以上，可免费取消': ['/', '/faq', '/terms'],
        可以取消订单吗: ['/faq'],
        '在可免费取消的时间内，也可以更改时间、目的地、件数、领取人、房间和备注，差价多退少补': [
          '/faq',
          '/terms',
        ],
        '此后无法在应用内取消，请致电客服': ['/faq', '/terms'],
        '您可以继续等待、更改订单，也可以取消订单，已付款项全额退回': ['/faq', '/terms'],
        '下单时距取件已不足 4 小时的，支付后 10 分钟内、配送员到达前可免费取消': ['/faq', '/terms'],
        '取消后 72 小时内原路退款': ['/faq', '/terms'],
        取消订单: ['/terms'],
      },
    },
    'what comes back on a refusal': {
      about: /审核|无法承运/,
      sentences: {
        '如无法承运，审核未通过后 72 小时内全额原路退款': ['/', '/faq', '/terms'],
        审核: ['/terms'],
        每个订单在取件前都会经过审核: ['/terms'],
      },
    },
  },
}

const told: Record<Locale, { page: string; sentence: string }[]> = { 'en-US': [], 'zh-CN': [] }
beforeAll(async () => {
  if (!isWebBuilt()) throw new Error('The build is older than its sources: npm run build')
  const file = fileURLToPath(new URL('../../web/dist/.server/server.js', import.meta.url))
  const server: PageRenderer = await import(file)
  for (const locale of locales) {
    for (const page of pages) {
      const sentences = await readPage(server, page, locale)
      told[locale].push(...sentences.map((sentence) => ({ page, sentence })))
    }
  }
})

/** The sentences of a page, once each. */
async function readPage(server: PageRenderer, path: string, locale: Locale): Promise<string[]> {
  const now = Date.parse('2026-11-21T02:00:00Z')
  const visit = { route: path, params: {}, path, locale, hasAccount: false, dismissed: [], now }
  const { html } = await server.renderPage(visit, {})
  const sentences = html
    .replace(/<(?:a|b|span)\b[^>]*>|<\/(?:a|b|span)>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', '’')
    .split(/\n|[.?]\s|[.?]$|[。？；]/)
    .map((sentence) => sentence.trim().replace(/[.?]$/, ''))
  return [...new Set(sentences)].filter((sentence) => sentence !== '')
}

const cases = locales.flatMap((locale) =>
  Object.entries(topics[locale]).map(([topic, { about, sentences }]) => ({
    locale,
    topic,
    about,
    sentences,
  })),
)

test.each(cases)('tells $topic in one way on every page, in $locale', ({ locale, about, sentences }) => {
  const found: Record<string, string[]> = {}
  for (const { page, sentence } of told[locale]) {
    if (about.test(sentence)) found[sentence] = [...(found[sentence] ?? []), page]
  }
  expect(found).toEqual(sentences)
})
