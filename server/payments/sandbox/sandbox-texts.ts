import type { Locale } from '@handsfree/core/api'

/** The provider's own words: as a third party's, they are not in the product's messages. */
const english = {
  title: 'Sandbox Pay',
  banner: 'Test page. No money moves.',
  order: 'Order',
  pay: 'Pay',
  chooseCard: 'Choose a test card',
  pays: 'Pays at once',
  declined: 'Is declined by the bank',
  late: 'Pays late, after about 20 seconds',
  silent: 'Never gets an answer from the bank',
  back: 'Back without paying',
  otherLanguage: '中文',
  paidTitle: 'This payment is done',
  paidText: 'You can go back to your order.',
  processingTitle: 'The bank has not answered yet',
  processingText: 'You can go back. Handsfree tells you as soon as there is an answer.',
  failedTitle: 'The bank declined this card',
  failedText: 'Nothing was taken. You can go back and try again.',
  expiredTitle: 'This page has expired',
  expiredText: 'Nothing was taken. You can go back and try again.',
  unknownTitle: 'There is no payment here',
  unknownText: 'The address is wrong, or the payment is long gone.',
  goBack: 'Back to Handsfree',
}

export type SandboxTexts = typeof english

const chinese: SandboxTexts = {
  title: '沙盒支付',
  banner: '测试页面，不会产生真实扣款。',
  order: '订单',
  pay: '支付',
  chooseCard: '选择一张测试卡',
  pays: '立即支付成功',
  declined: '被银行拒绝',
  late: '约 20 秒后支付成功',
  silent: '银行一直没有回应',
  back: '返回，暂不支付',
  otherLanguage: 'English',
  paidTitle: '支付已完成',
  paidText: '您可以返回查看订单。',
  processingTitle: '银行还没有回应',
  processingText: '您可以先返回，一有结果 Handsfree 就会告诉您。',
  failedTitle: '银行拒绝了这张卡',
  failedText: '没有扣款，您可以返回重试。',
  expiredTitle: '页面已过期',
  expiredText: '没有扣款，您可以返回重试。',
  unknownTitle: '这里没有待支付的款项',
  unknownText: '地址有误，或者这笔支付早已结束。',
  goBack: '返回 Handsfree',
}

export const sandboxTexts: Record<Locale, SandboxTexts> = { 'en-US': english, 'zh-CN': chinese }
