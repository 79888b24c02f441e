import type { Locale } from '@handsfree/core/contract'
import { type ErrorCode, errorCodes } from '@handsfree/core/lib'

type RefusalTexts = Partial<Record<ErrorCode, string>>

const english: RefusalTexts = {
  [errorCodes.bodyNotMatch]: 'The server can’t read this request. --help describes the command.',
  [errorCodes.notLoggedIn]: 'The token is unknown or expired, or its employee is disabled.',
  [errorCodes.roleAuthError]: 'Your role can’t do that. Choose another one with --as or --token.',
  [errorCodes.accessDenied]:
    'Someone else has these bags or this order, or the claim code, name or phone number isn’t the receiver’s. The name is the one in the receiver’s own document. After ten wrong tries in an hour, an operator hands over.',
  [errorCodes.notFound]: 'Unknown id. `claims all` and `catalogue` list valid ids.',
  [errorCodes.dbNotFound]: 'The job is unknown or done. `jobs` lists open jobs.',
  [errorCodes.dbExists]: 'This already exists or is already done.',
  [errorCodes.expressNotFound]:
    'The order is unknown, or you have no access. Choose another role with --as or --token.',
  [errorCodes.warehoused]:
    'The bags have already arrived, or are stored or handed over. `show` displays their state.',
  [errorCodes.userNotExists]: 'Unknown id or phone number. `employees` lists the employees.',
  [errorCodes.userStateError]: 'The employee is disabled, or is you; or the traveller has an ongoing order.',
  [errorCodes.employeeRegionNotExists]: 'The region is unknown or closed. `catalogue regions` lists them.',
  [errorCodes.employeeLocationNotExists]: 'Unknown site. `catalogue sites` lists them.',
  [errorCodes.siteNotExists]: 'Unknown site or code. `catalogue sites` and `catalogue qr-codes` list them.',
  [errorCodes.reviewResourceNotExists]: 'There is nothing left to review.',
  [errorCodes.reviewStateCannotChange]: 'This review has already been decided.',
}

const chinese: RefusalTexts = {
  [errorCodes.bodyNotMatch]: '服务器无法识别该请求，用法见 --help。',
  [errorCodes.notLoggedIn]: '令牌无效或已到期，或者该人员已停用。',
  [errorCodes.roleAuthError]: '您的角色不能这样操作，可用 --as 或 --token 切换身份。',
  [errorCodes.accessDenied]:
    '行李或订单不归您处理，或者领取码、姓名、电话与领取人不符。姓名请以领取人的证件为准；一小时内错误达 10 次后，须由运营人员办理签收。',
  [errorCodes.notFound]: '没有该编号的内容，清单见 claims all 和 catalogue。',
  [errorCodes.dbNotFound]: '没有该任务，或已完成，清单见 jobs。',
  [errorCodes.dbExists]: '已存在，或已办理。',
  [errorCodes.expressNotFound]: '没有该订单，或您无权查看。可用 --as 或 --token 切换身份。',
  [errorCodes.warehoused]: '行李已送到、已入库或已签收，详见 show。',
  [errorCodes.userNotExists]: '没有该编号或电话对应的人员，员工名单见 employees。',
  [errorCodes.userStateError]: '该人员已停用，或为您本人；或该寄件人有进行中的订单。',
  [errorCodes.employeeRegionNotExists]: '没有该区域，或区域已关闭，名单见 catalogue regions。',
  [errorCodes.employeeLocationNotExists]: '没有该网点，名单见 catalogue sites。',
  [errorCodes.siteNotExists]: '没有该网点或二维码，名单见 catalogue sites 和 catalogue qr-codes。',
  [errorCodes.reviewResourceNotExists]: '没有待审核的内容。',
  [errorCodes.reviewStateCannotChange]: '该审核已有结果。',
}

/** Returns a message for employees if the traveller's isn't suitable, else undefined. */
export const refusalText = (locale: Locale, code: number): string | undefined =>
  (locale === 'zh-CN' ? chinese : english)[code as ErrorCode]
