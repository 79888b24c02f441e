import { existsSync } from 'node:fs'
import { fillDataFolder } from '../../tools/data-folder.ts'

// Before the server of a Playwright run starts: the database that it and the tests' own servers begin with.
const template = process.env.HANDSFREE_TEST_TEMPLATE ?? ''
if (!existsSync(template)) await (await import('../server/template.ts')).writeTemplate(template)
fillDataFolder(process.env.HANDSFREE_DATA ?? '')
