import type { AnyStateMachine } from 'xstate'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import { accountDeletionModel } from './account-deletion.model.ts'
import { accountExportModel } from './account-export.model.ts'
import { announcementsModel } from './announcements.model.ts'
import { authModel } from './auth.model.ts'
import { bagQuestionModel } from './bag-question.model.ts'
import { boardModel } from './board.model.ts'
import { cameraModel } from './camera.model.ts'
import { catalogueImportModel } from './catalogue-import.model.ts'
import { changeModel } from './change.model.ts'
import { claimCaseModel } from './claim-case.model.ts'
import { claimFormModel } from './claim-form.model.ts'
import { claimsModel } from './claims.model.ts'
import { codeArrivalModel } from './code-arrival.model.ts'
import { consentsModel } from './consents.model.ts'
import { deskTaskModel } from './desk-task.model.ts'
import { destinationModel } from './destination.model.ts'
import { devicesModel } from './devices.model.ts'
import { draftFormModel } from './draft-form.model.ts'
import { employeeSignInModel } from './employee-sign-in.model.ts'
import { feedbackModel } from './feedback.model.ts'
import { handoverModel } from './handover.model.ts'
import { invoiceModel } from './invoice.model.ts'
import { keyCodeModel } from './key-code.model.ts'
import { languageModel } from './language.model.ts'
import { newPasswordModel } from './new-password.model.ts'
import { notificationModel } from './notification.model.ts'
import { notificationListModel } from './notification-list.model.ts'
import { officeActModel } from './office-act.model.ts'
import { orderChangeModel } from './order-change.model.ts'
import { orderDetailModel } from './order-detail.model.ts'
import { orderLedgerModel } from './order-ledger.model.ts'
import { orderReturnModel } from './order-return.model.ts'
import { orderSearchModel } from './order-search.model.ts'
import { outboxModel } from './outbox.model.ts'
import { pagingModel } from './paging.model.ts'
import { passkeyOfferModel } from './passkey-offer.model.ts'
import { passkeySignInModel } from './passkey-sign-in.model.ts'
import { passkeysModel } from './passkeys.model.ts'
import { paymentModel } from './payment.model.ts'
import { paymentSessionModel } from './payment-session.model.ts'
import { photoModel } from './photo.model.ts'
import { photoSetModel } from './photo-set.model.ts'
import { placementModel } from './placement.model.ts'
import { popupModel } from './popup.model.ts'
import { preparationModel } from './preparation.model.ts'
import { preparedLinkModel } from './prepared-link.model.ts'
import { profileModel } from './profile.model.ts'
import { pushModel } from './push.model.ts'
import { queueModel } from './queue.model.ts'
import { readingModel } from './reading.model.ts'
import { realtimeModel } from './realtime.model.ts'
import { receiverLinkModel } from './receiver-link.model.ts'
import { refundModel } from './refund.model.ts'
import { savedModel } from './saved.model.ts'
import { scannerModel } from './scanner.model.ts'
import { sharedLineModel } from './shared-line.model.ts'
import { shiftModel } from './shift.model.ts'
import { signInModel } from './sign-in.model.ts'
import { siteSearchModel } from './site-search.model.ts'
import { statusPollModel } from './status-poll.model.ts'
import { stopModel } from './stop.model.ts'
import { submissionModel } from './submission.model.ts'
import { tabletModel } from './tablet.model.ts'
import { teamModel } from './team.model.ts'
import { textMessageModel } from './text-message.model.ts'
import { tripModel } from './trip.model.ts'

export type ModelEntry = { name: string; machine: AnyStateMachine; model: MachineModel }

const entry = (model: MachineModel): ModelEntry => ({ name: model.machine.id, machine: model.machine, model })

/** All core machines with their models, by name. `lifecycle` has its own model with many starts. */
export const models: readonly ModelEntry[] = [
  accountDeletionModel,
  accountExportModel,
  announcementsModel,
  authModel,
  bagQuestionModel,
  boardModel,
  cameraModel,
  codeArrivalModel,
  catalogueImportModel,
  claimCaseModel,
  changeModel,
  claimFormModel,
  claimsModel,
  consentsModel,
  deskTaskModel,
  destinationModel,
  devicesModel,
  draftFormModel,
  employeeSignInModel,
  feedbackModel,
  handoverModel,
  invoiceModel,
  keyCodeModel,
  languageModel,
  newPasswordModel,
  notificationModel,
  notificationListModel,
  officeActModel,
  orderChangeModel,
  orderDetailModel,
  orderLedgerModel,
  orderReturnModel,
  orderSearchModel,
  outboxModel,
  pagingModel,
  passkeyOfferModel,
  passkeySignInModel,
  passkeysModel,
  paymentModel,
  paymentSessionModel,
  photoModel,
  photoSetModel,
  placementModel,
  popupModel,
  preparationModel,
  preparedLinkModel,
  profileModel,
  pushModel,
  realtimeModel,
  queueModel,
  readingModel,
  receiverLinkModel,
  refundModel,
  savedModel,
  scannerModel,
  sharedLineModel,
  shiftModel,
  signInModel,
  siteSearchModel,
  statusPollModel,
  stopModel,
  submissionModel,
  tabletModel,
  teamModel,
  textMessageModel,
  tripModel,
].map(entry)
