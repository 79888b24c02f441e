/**
 * `npm run prose` refuses phrases of docs/style.md and words of docs/glossary.md in comments, descriptions, test titles
 * and documents. Prints file, line and what to write instead.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findings, refusedWords } from '../tools/prose.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const words = refusedWords(readFileSync(`${root}docs/glossary.md`, 'utf8'))
/** These files quote refused words, or contain the product's messages. */
const isExempt = (file: string) =>
  /^docs\/(?:style|glossary|voice)\.md$|^tools\/prose\.ts$|prose\.test\.ts$/.test(file)
const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !isExempt(file))
  .flatMap((file) => findings(file, readFileSync(root + file, 'utf8'), words))
for (const { file, line, words: found, write } of all)
  console.log(`${file}:${line}: "${found}": use ${write}`)
if (all.length > 0) {
  console.log(`Found ${all.length} phrases that docs/style.md rejects. Rewrite the sentences.`)
  process.exitCode = 1
}
