import { describeModel } from './harness.ts'
import { orderLedgerModel } from './order-ledger.model.ts'

describeModel(orderLedgerModel)
