import { existsSync } from 'node:fs'
import { fillDataFolder } from '../../tools/data-folder.ts'

// Before a Playwright run, creates the database that its server and the tests' own servers start with.
const template = process.env.HANDSFREE_TEST_TEMPLATE ?? ''
if (!existsSync(template)) await (await import('../server/template.ts')).writeTemplate(template)
fillDataFolder(process.env.HANDSFREE_DATA ?? '')
