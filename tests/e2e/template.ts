import { fillDataFolder } from '../../tools/data-folder.ts'
import { writeTemplate } from '../server/template.ts'

// Before the server of a Playwright run starts: the database that it and the tests' own servers begin with.
await writeTemplate(process.env.HANDSFREE_TEST_TEMPLATE ?? '')
fillDataFolder(process.env.HANDSFREE_DATA ?? '')
