import type { DomainPlugin } from '../runtime/http/domain.ts'
import { accountPlugin } from './account.plugin.ts'
import { brokerHookPlugin } from './broker-hook.plugin.ts'
import { cataloguePlugin } from './catalogue.plugin.ts'
import { changesPlugin } from './changes.plugin.ts'
import { claimsPlugin } from './claims.plugin.ts'
import { configPlugin } from './config.plugin.ts'
import { consentsPlugin } from './consents.plugin.ts'
import { crewPlugin } from './crew.plugin.ts'
import { deliveryReportsPlugin } from './delivery-reports.plugin.ts'
import { demoPlugin } from './demo.plugin.ts'
import { emailsPlugin } from './emails.plugin.ts'
import { employeeNotificationsPlugin } from './employee-notifications.plugin.ts'
import { employeesPlugin } from './employees.plugin.ts'
import { feedbackPlugin } from './feedback.plugin.ts'
import { filesPlugin } from './files.plugin.ts'
import { healthPlugin } from './health.plugin.ts'
import { invoicesPlugin } from './invoices.plugin.ts'
import { jobsPlugin } from './jobs.plugin.ts'
import { ledgerPlugin } from './ledger.plugin.ts'
import { linksPlugin } from './links.plugin.ts'
import { notificationsPlugin } from './notifications.plugin.ts'
import { officePlugin } from './office.plugin.ts'
import { openApiPlugin } from './openapi.plugin.ts'
import { operatorPlugin } from './operator.plugin.ts'
import { operatorClaimsPlugin } from './operator-claims.plugin.ts'
import { orderMessagesPlugin } from './order-messages.plugin.ts'
import { ordersPlugin } from './orders.plugin.ts'
import { passkeysPlugin } from './passkeys.plugin.ts'
import { paymentsPlugin } from './payments.plugin.ts'
import { photoUploadPlugin } from './photo-upload.plugin.ts'
import { preparedPlugin } from './prepared.plugin.ts'
import { pushPlugin } from './push.plugin.ts'
import { realtimePlugin } from './realtime.plugin.ts'
import { refundRequestsPlugin } from './refund-requests.plugin.ts'
import { regionsPlugin } from './regions.plugin.ts'
import { sandboxPlugin } from './sandbox.plugin.ts'
import { savedPlugin } from './saved.plugin.ts'
import { siteDayPlugin } from './site-day.plugin.ts'
import { sitePicturesPlugin } from './site-pictures.plugin.ts'
import { siteSignInsPlugin } from './site-sign-ins.plugin.ts'
import { sitesPlugin } from './sites.plugin.ts'
import { staffNotesPlugin } from './staff-notes.plugin.ts'
import { tabletsPlugin } from './tablets.plugin.ts'
import { usersPlugin } from './users.plugin.ts'
import { verificationPlugin } from './verification.plugin.ts'
import { paymentWebhooksPlugin } from './webhook.plugin.ts'
import { wechatPayPlugin } from './wechat-pay.plugin.ts'

/** The order doesn't matter. */
export const domains: readonly DomainPlugin[] = [
  accountPlugin,
  brokerHookPlugin,
  cataloguePlugin,
  claimsPlugin,
  operatorClaimsPlugin,
  changesPlugin,
  configPlugin,
  consentsPlugin,
  crewPlugin,
  deliveryReportsPlugin,
  demoPlugin,
  emailsPlugin,
  employeeNotificationsPlugin,
  employeesPlugin,
  feedbackPlugin,
  filesPlugin,
  healthPlugin,
  invoicesPlugin,
  jobsPlugin,
  ledgerPlugin,
  linksPlugin,
  notificationsPlugin,
  officePlugin,
  openApiPlugin,
  operatorPlugin,
  orderMessagesPlugin,
  ordersPlugin,
  passkeysPlugin,
  paymentsPlugin,
  paymentWebhooksPlugin,
  photoUploadPlugin,
  preparedPlugin,
  pushPlugin,
  realtimePlugin,
  refundRequestsPlugin,
  regionsPlugin,
  sandboxPlugin,
  savedPlugin,
  siteDayPlugin,
  sitePicturesPlugin,
  siteSignInsPlugin,
  sitesPlugin,
  staffNotesPlugin,
  tabletsPlugin,
  usersPlugin,
  verificationPlugin,
  wechatPayPlugin,
]
