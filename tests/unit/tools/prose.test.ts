import { expect, test } from 'vitest'
import { findings, refusedWords } from '../../../tools/prose.ts'

const words = refusedWords(`# Glossary
| receiver | who collects |

## Words of no field

| word | why | instead |
|---|---|---|
| whoever | leaves the person open | the traveller |
`)

const linesOf = (file: string, text: string) =>
  findings(file, text, words).map(({ line, words, write }) => `${line} ${words}: ${write}`)

test('names line, words and replacement in comments, test titles and descriptions', () => {
  const source = [
    "const answer = 'whoever'",
    '// A page that is told of a change.',
    "it('asks whoever signed in', () => {})",
    "description: 'Retries without a word.',",
  ]
  expect(linesOf('a.ts', source.join('\n'))).toEqual([
    '2 is told: is notified, receives',
    '3 whoever: the traveller',
    '4 without a word: nothing',
  ])
})

test('skips code, tables and quoted names in documents', () => {
  const page = [
    'Run `whoever`.',
    '| whoever |',
    '```sh',
    'whoever',
    '```',
    '- What it costs is shown.',
    '- What does it cost?',
  ]
  expect(linesOf('a.md', page.join('\n'))).toEqual(['6 What: the subject by name'])
})
