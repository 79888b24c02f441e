/** Fails if a style uses an undefined variable. Browsers drop such declarations silently. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const baseUi = dirname(createRequire(import.meta.url).resolve('@base-ui/react/package.json'))

const filesIn = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !/^(dist|node_modules)[\\/]/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

const sources = ['web', 'clients/kiosk'].flatMap((folder) =>
  filesIn(join(root, folder), /\.(css|tsx?)$/).map(({ file, text }) => ({ file: `${folder}/${file}`, text })),
)
const definedVariables = new Set([
  ...sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"\]]*\s*:/g)].map(([, name]) => name)),
  // Base UI lists the variables that it sets in files with this name.
  ...filesIn(baseUi, /CssVars\.js$/).flatMap(({ text }) => text.match(/--[\w-]+/g) ?? []),
])
const problems = sources.flatMap(({ file, text }) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/var\(\s*(--[\w-]+)/g)]
        .filter(([, name]) => !definedVariables.has(name))
        .map(([, name]) => `${file}:${index + 1} reads ${name}, which is never set`),
    ),
)
for (const line of problems) console.error(line)
if (problems.length > 0) process.exitCode = 1
