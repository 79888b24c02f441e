import { accountDeletionScreens } from './account-deletion.screens.ts'
import { accountExportScreens } from './account-export.screens.ts'
import { announcementsScreens } from './announcements.screens.ts'
import { authScreens } from './auth.screens.ts'
import { boardScreens } from './board.screens.ts'
import { catalogueImportScreens } from './catalogue-import.screens.ts'
import { claimFormScreens } from './claim-form.screens.ts'
import { claimsScreens } from './claims.screens.ts'
import { consentsScreens } from './consents.screens.ts'
import { deskTaskScreens } from './desk-task.screens.ts'
import { destinationScreens } from './destination.screens.ts'
import { devicesScreens } from './devices.screens.ts'
import { employeeSignInScreens } from './employee-sign-in.screens.ts'
import { feedbackScreens } from './feedback.screens.ts'
import { handoverScreens } from './handover.screens.ts'
import type { HeldScreens } from './held-screens.ts'
import { invoiceScreens } from './invoice.screens.ts'
import { newPasswordScreens } from './new-password.screens.ts'
import { notificationListScreens } from './notification-list.screens.ts'
import { officeActScreens } from './office-act.screens.ts'
import { orderChangeScreens } from './order-change.screens.ts'
import { orderDetailScreens } from './order-detail.screens.ts'
import { orderLedgerScreens } from './order-ledger.screens.ts'
import { orderReturnScreens } from './order-return.screens.ts'
import { orderSearchScreens } from './order-search.screens.ts'
import { outboxScreens } from './outbox.screens.ts'
import { placementScreens } from './placement.screens.ts'
import { popupScreens } from './popup.screens.ts'
import { preparedLinkScreens } from './prepared-link.screens.ts'
import { profileScreens } from './profile.screens.ts'
import { queueScreens } from './queue.screens.ts'
import { receiverLinkScreens } from './receiver-link.screens.ts'
import { savedScreens } from './saved.screens.ts'
import { scannerScreens } from './scanner.screens.ts'
import { shiftScreens } from './shift.screens.ts'
import { signInScreens } from './sign-in.screens.ts'
import { siteSearchScreens } from './site-search.screens.ts'
import { stopScreens } from './stop.screens.ts'
import { tabletScreens } from './tablet.screens.ts'
import { teamScreens } from './team.screens.ts'
import { tripScreens } from './trip.screens.ts'

/** Screens that are walked to each state of their machine. */
export const heldScreens: readonly HeldScreens[] = [
  accountDeletionScreens,
  accountExportScreens,
  announcementsScreens,
  authScreens,
  boardScreens,
  catalogueImportScreens,
  claimFormScreens,
  claimsScreens,
  consentsScreens,
  deskTaskScreens,
  destinationScreens,
  devicesScreens,
  employeeSignInScreens,
  feedbackScreens,
  handoverScreens,
  invoiceScreens,
  newPasswordScreens,
  notificationListScreens,
  officeActScreens,
  orderChangeScreens,
  orderDetailScreens,
  orderLedgerScreens,
  orderReturnScreens,
  orderSearchScreens,
  outboxScreens,
  placementScreens,
  popupScreens,
  preparedLinkScreens,
  profileScreens,
  queueScreens,
  receiverLinkScreens,
  savedScreens,
  scannerScreens,
  shiftScreens,
  signInScreens,
  siteSearchScreens,
  stopScreens,
  tabletScreens,
  teamScreens,
  tripScreens,
]
