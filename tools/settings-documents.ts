import { declarations } from '../server/runtime/settings/settings-table.ts'

const sections = [...new Set(declarations.map(([, { section }]) => section))].map((title) => ({
  title,
  settings: declarations.filter(([, { section }]) => section === title),
}))

type Setting = (typeof declarations)[number]

const defaultOf = ([, { schema, unset }]: Setting): string => {
  const { default: value } = schema as { default?: unknown }
  return unset ?? (typeof value === 'string' ? `\`${value}\`` : 'none')
}

/** Other settings that a setting requires. */
const partnersOf = ([name, { group, needs }]: Setting): string[] => [
  ...declarations.flatMap(([other, declaration]) =>
    group !== undefined && declaration.group === group && other !== name ? [other] : [],
  ),
  ...(needs ? [needs] : []),
]

const partnersSentence = (setting: Setting): string => {
  const partners = partnersOf(setting).map((name) => `\`${name}\``)
  return partners.length > 0 ? ` Set it with ${partners.join(', ')}.` : ''
}

const row = (setting: Setting): string => {
  const [name, { description, production }] = setting
  const unset = defaultOf(setting) + (production ? '; **required in production**' : '')
  return `| \`${name}\` | ${unset} | ${description}${partnersSentence(setting)} |`
}

export const toSettingsPage = (): string =>
  `# Settings

<!-- Written by \`npm run settings\` from server/runtime/settings/settings-table.ts. -->

Settings are environment variables. All are optional: without any, \`npm start\` runs the demo. The server also reads \`.env\` in the
folder in which it is started. Environment variables override \`.env\`, and empty ones count as unset.
[\`.env.example\`](../.env.example) lists all of them.

With invalid settings the server doesn’t start and prints one line for each mistake. Production rejects missing required settings,
demo values, weak or reused secrets, test keys, remote services without TLS, proxy ranges wider than a private
network, and PGlite. A rehearsal has the same rules, but accepts test keys only. The demo rejects live keys and services on other machines, because it shows its codes to everybody. A
variable that looks like a misspelled setting causes a warning in the log.
${sections
  .map(
    ({ title, settings }) => `
## ${title}

| setting | default | meaning |
|---|---|---|
${settings.map(row).join('\n')}
`,
  )
  .join('')}`

const lineLength = 118

function comment(text: string): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > lineLength) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

const example = (setting: Setting): string => {
  const [name, { description, example: given, production, schema }] = setting
  const { default: value } = schema as { default?: unknown }
  const unset = `Default: ${defaultOf(setting)}.${production ? ' Required in production.' : ''}`
  const text = `${description}${partnersSentence(setting)} ${unset}`.replaceAll('`', '')
  return [...comment(text), `#${name}=${given ?? (typeof value === 'string' ? value : '')}`].join('\n')
}

export function toEnvExample(): string {
  const head = `# Written by \`npm run settings\` from server/runtime/settings/settings-table.ts; docs/settings.md shows them as tables.
# All settings are optional: without any, \`npm start\` runs the demo.`
  const parts = sections.flatMap(({ title, settings }) => [`# --- ${title} ---`, ...settings.map(example)])
  return `${[head, ...parts].join('\n\n')}\n`
}
