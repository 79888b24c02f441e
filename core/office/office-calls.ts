import type { CallRequest, CallResult } from '../contract/call.ts'
import { operatorCloseEntry } from '../contract/catalogue-calls.ts'
import {
  operatorAnswerComplaint,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '../contract/claim.ts'
import { endEmployeeSessions, inviteEmployee } from '../contract/crew.ts'
import { addEmployee, setEmployeeState } from '../contract/employee.ts'
import { operatorAttachInvoice, operatorDeclineInvoice, operatorEndRedInvoice } from '../contract/invoice.ts'
import { operatorFinishJob, operatorRetryJob } from '../contract/job.ts'
import {
  operatorApproveRefund,
  operatorRejectRefund,
  operatorWithdrawRefund,
} from '../contract/refund-request.ts'
import { endTablet, resetEmployeePin } from '../contract/tablet.ts'

/** The calls of the office's buttons. */
export const officeCalls = {
  addEmployee,
  inviteEmployee,
  setEmployeeState,
  endEmployeeSessions,
  endTablet,
  resetEmployeePin,
  operatorCloseEntry,
  operatorStartClaim,
  operatorOfferClaim,
  operatorAnswerComplaint,
  operatorPayClaim,
  operatorApproveRefund,
  operatorRejectRefund,
  operatorWithdrawRefund,
  operatorAttachInvoice,
  operatorDeclineInvoice,
  operatorEndRedInvoice,
  operatorRetryJob,
  operatorFinishJob,
}
export type OfficeCalls = typeof officeCalls
export type OfficeCallName = keyof OfficeCalls

/** A call and its request, with the result once it is there. */
type OfficeActs = {
  [Name in OfficeCallName]: { name: Name; request: CallRequest<OfficeCalls[Name]> }
}
export type OfficeAct<Name extends OfficeCallName = OfficeCallName> = OfficeActs[Name]
export type OfficeResult<Name extends OfficeCallName> = CallResult<OfficeCalls[Name]>
