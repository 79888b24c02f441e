import { accountPlugin } from './account/account.plugin.ts'
import { cataloguePlugin } from './catalogue/catalogue.plugin.ts'
import { sitePicturesPlugin } from './catalogue/site-pictures.plugin.ts'
import { changesPlugin } from './changes/changes.plugin.ts'
import { claimsPlugin } from './claims/claims.plugin.ts'
import { operatorClaimsPlugin } from './claims/operator-claims.plugin.ts'
import { configPlugin } from './config/config.plugin.ts'
import { demoPlugin } from './demo/demo.plugin.ts'
import { feedbackPlugin } from './feedback/feedback.plugin.ts'
import { filesPlugin } from './files/files.plugin.ts'
import type { DomainPlugin } from './http/domain.ts'
import { healthPlugin } from './http/health.plugin.ts'
import { jobsPlugin } from './jobs/jobs.plugin.ts'
import { ledgerPlugin } from './ledger/ledger.plugin.ts'
import { linksPlugin } from './links/links.plugin.ts'
import { employeeNotificationsPlugin } from './notifications/employee-notifications.plugin.ts'
import { notificationsPlugin } from './notifications/notifications.plugin.ts'
import { openApiPlugin } from './openapi/openapi.plugin.ts'
import { operatorPlugin } from './operator/operator.plugin.ts'
import { photoUploadPlugin } from './operator/photo-upload.plugin.ts'
import { ordersPlugin } from './orders/orders.plugin.ts'
import { paymentsPlugin } from './payments/payments.plugin.ts'
import { sandboxPlugin } from './payments/sandbox/sandbox.plugin.ts'
import { paymentWebhooksPlugin } from './payments/webhook.plugin.ts'
import { preparedPlugin } from './prepared/prepared.plugin.ts'
import { realtimePlugin } from './realtime/realtime.plugin.ts'
import { regionsPlugin } from './regions/regions.plugin.ts'
import { savedPlugin } from './saved/saved.plugin.ts'
import { sitesPlugin } from './sites/sites.plugin.ts'
import { employeesPlugin } from './users/employees.plugin.ts'
import { siteSignInsPlugin } from './users/site-sign-ins.plugin.ts'
import { usersPlugin } from './users/users.plugin.ts'
import { verificationPlugin } from './verification/verification.plugin.ts'

/** Every domain of the server. Order does not matter. */
export const domains: readonly DomainPlugin[] = [
  accountPlugin,
  cataloguePlugin,
  claimsPlugin,
  operatorClaimsPlugin,
  changesPlugin,
  configPlugin,
  demoPlugin,
  employeeNotificationsPlugin,
  employeesPlugin,
  feedbackPlugin,
  filesPlugin,
  healthPlugin,
  jobsPlugin,
  ledgerPlugin,
  linksPlugin,
  notificationsPlugin,
  openApiPlugin,
  operatorPlugin,
  ordersPlugin,
  paymentsPlugin,
  paymentWebhooksPlugin,
  photoUploadPlugin,
  preparedPlugin,
  realtimePlugin,
  regionsPlugin,
  sandboxPlugin,
  savedPlugin,
  sitePicturesPlugin,
  siteSignInsPlugin,
  sitesPlugin,
  usersPlugin,
  verificationPlugin,
]
