/**
 * `npm run prose` reports phrases and words that docs/style.md or docs/glossary.md rejects, in comments, descriptions,
 * test titles and documents. Prints file, line and what to write instead.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findings, refusedWords } from '../tools/prose.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const words = refusedWords(readFileSync(`${root}docs/glossary.md`, 'utf8'))
/** Whether a file may contain refused words: it quotes them, or contains the product's messages. */
const isExempt = (file: string) =>
  /^docs\/(?:style|glossary|voice)\.md$|^tools\/prose\.ts$|prose\.test\.ts$/.test(file)
const refused = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.md'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !isExempt(file))
  .flatMap((file) => findings(file, readFileSync(root + file, 'utf8'), words))
for (const { file, line, words: found, write } of refused)
  console.log(`${file}:${line}: "${found}": use ${write}`)
if (refused.length > 0) {
  console.log(`Found ${refused.length} phrases that docs/style.md rejects. Rewrite the sentences.`)
  process.exitCode = 1
}
