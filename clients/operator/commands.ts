import { addCatalogueCommands } from './catalogue-commands.ts'
import { addClaimCommands } from './claim-commands.ts'
import { addDestinationRequestCommands } from './destination-requests.ts'
import { addEmployeeCommands } from './employee-commands.ts'
import { addFeedbackCommand } from './feedback-command.ts'
import { addFindCommand } from './find-command.ts'
import { addInvoiceCommands } from './invoice-commands.ts'
import { addJobCommands } from './job-commands.ts'
import { addMoneyCommand } from './money-command.ts'
import {
  addAssignmentCommands,
  addBagCommands,
  addProblemCommands,
  addReadCommands,
} from './order-commands.ts'
import { addPersonCommands } from './person-commands.ts'
import { addPreparedCommands } from './prepared-commands.ts'
import { addQrCommand } from './qr-command.ts'
import { addReturnCommands } from './return-commands.ts'
import { addSignInsCommand } from './sign-ins-command.ts'
import type { Tool } from './tool.ts'

/** In the order of the help. */
export const commandGroups: Record<string, (tool: Tool) => void> = {
  'Read orders:': addReadCommands,
  'Assign orders:': addAssignmentCommands,
  'Move bags:': addBagCommands,
  'Solve problems:': (tool) => {
    addProblemCommands(tool)
    addReturnCommands(tool)
    addDestinationRequestCommands(tool)
    addClaimCommands(tool)
    addInvoiceCommands(tool)
    addPersonCommands(tool)
  },
  'Prepare orders for guests:': addPreparedCommands,
  'Manage the company’s data:': (tool) => {
    addEmployeeCommands(tool)
    addCatalogueCommands(tool)
    addQrCommand(tool)
  },
  'Watch:': (tool) => {
    addFeedbackCommand(tool)
    addSignInsCommand(tool)
    addFindCommand(tool)
    addJobCommands(tool)
    addMoneyCommand(tool)
  },
}
