import { expect, test } from 'vitest'
import en from '../../core/language/messages/en-US.json' with { type: 'json' }
import zh from '../../core/language/messages/zh-CN.json' with { type: 'json' }

/** Sentences of the specification, in its own words. */
const given = new Set<string>([
  'authProblem.sendFailed',
  'feedback.photosUnfinished',
  'notFound.text',
  'orderForm.agreeAndContinue',
  'orders.title',
  'photo.retry',
  'photo.retryUpload',
  'scan.allowCamera',
])

/** Words of `docs/voice.md` that no message has, and the one to use. */
const avoided = {
  'en-US': [
    [/\bcancell(?:ed|ing)\b/i, 'canceled'],
    [/\bjewellery\b/i, 'jewelry'],
    [
      /\b(?:cannot|do not|does not|did not|is not|are not|was not|were not|have not|has not|could not)\b/i,
      'a contraction',
    ],
    [/\b(?:we are|you are|it is(?!\.)|there is|we will)\b/i, 'a contraction'],
    [/\bpieces?\b/i, 'bag'],
    [/\breceiver\b/i, 'recipient'],
    [/\bsomebody\b/i, 'someone'],
    [/\bcover (?:up|goes|is|applies|does)\b/i, 'coverage'],
    [
      /\b(?:did|does) not arrive\b|\bstands? (?:on|in)\b|\bby (?:itself|ourselves|themselves)\b/i,
      'a person’s verb',
    ],
    [/\bany more\b/i, 'no longer'],
    [/\bmoney back\b/i, 'refund'],
    [/\bgo(?:ing)? on (?:editing|with)\b/i, 'keep editing'],
    [/\bwaits? for its\b/i, 'is waiting for'],
    [/\bbags? (?:more|fewer)\b/i, 'more bags, fewer bags'],
    [/\balready\./i, '“already” before what is so'],
    [/\btake (?:\w+ )*back\b/i, 'turn off, withdraw'],
    [/\w, [\w’]+ (?:and|or) \w/, 'a comma before “and” in a list of three'],
  ],
  'zh-CN': [
    [/取件码/, '领取码'],
    [/收件人/, '领取人'],
    [/申报价值/, '声明价值'],
    [/账户/, '账号'],
    [/(?<!封条和)标签(?!页)/, '行李牌'],
    [/补款|差额/, '差价'],
    [/站点/, '网点'],
    [/已取件/, '已取走'],
    [/交付/, '签收'],
    [/优惠 ?\{/, '折'],
    [/开通(?!服务)/, '24 小时服务'],
    [/打烊/, '停止营业'],
    [/核价|报价|上报|派单|缓存|解析/, '旅客的说法'],
    [/未成功/, '失败'],
    [/稍后再试/, '稍后重试'],
    [/图片(?!中|，|，或|的路径)/, '照片'],
    [/身边/, '未取走'],
    [/送达地(?!址|点的营业时间)/, '目的地'],
    [/寄出地/, '取件地'],
    [/此设备|此手机|本机/, '本设备'],
    [/修改|更换(?!号码|手机号)/, '更改'],
    [/收件方/, '目的地'],
    [/核定|出具/, '旅客的说法'],
    [/（[^）]*（/, '不套括号'],
  ],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>

test.each([
  ['en-US', en as Record<string, string>],
  ['zh-CN', zh as Record<string, string>],
] as const)('has no word that the voice avoids, in %s', (locale, messages) => {
  const found = Object.entries(messages).flatMap(([key, text]) =>
    given.has(key)
      ? []
      : avoided[locale]
          // Names of arguments and choices are no words.
          .filter(([word]) => word.test(text.replace(/\{\w+(?:, \w+,)?|\w+ (?=\{)/g, '{')))
          .map(([, better]) => `${key}: ${text} → ${better}`),
  )
  expect(found).toEqual([])
})

test('says of a traveller 您 where the subject is not clear, and in few lines', () => {
  const share = Object.values(zh).filter((text) => text.includes('您')).length / Object.keys(zh).length
  expect(share).toBeLessThan(0.1)
})
