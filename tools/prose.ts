type Rule = { pattern: RegExp; write: string }
type Finding = { file: string; line: number; words: string; write: string }

const rules: Rule[] = [
  {
    pattern: /(?:^|[.:;] )(?:Whoever|Whatever|That which|Those (?:that|who))\b/,
    write: 'the subject by name',
  },
  { pattern: /(?:^|\. )(?:What|Who)\b(?![^.]*\?)/, write: 'the subject by name' },
  { pattern: /\b(?:that|those) of which\b/i, write: 'a second sentence' },
  {
    pattern: /\b(?:(?:knows?|asks?|tells?|keeps?|breaks?) (?:no|none|nothing)|finds? (?:none|nothing))\b/i,
    write: "doesn't …, or unknown",
  },
  { pattern: /\b(?:of|by|for) (?:no|none) (?!longer)/i, write: "a verb with isn't, doesn't or without" },
  { pattern: /\b(?:is|are|was|were|be) told\b/i, write: 'is notified, receives' },
  { pattern: /\b(?:tells|hears|learns of|speaks|patience|in vain)\b/i, write: 'sends, receives, times out' },
  {
    pattern: /\b(?:by itself|by themselves|without a word|as ever|all the same|likewise)\b/i,
    write: 'nothing',
  },
  { pattern: /\bof (?:before|earlier ones|older ones|earlier days)\b/i, write: 'previous, older' },
  {
    pattern: /\bthe (?:build|server|release|page) before\b(?! (?:\w+ing|its|the|an?|it|they)\b)/i,
    write: 'the previous …',
  },
]

/** Rows `| word | why | instead |` of the glossary's table of refused words. */
export function refusedWords(glossary: string): Rule[] {
  const [, table = ''] = glossary.split('## Words of no field')
  return [...table.matchAll(/^\| ([a-z ]+) \| .* \| (.+) \|$/gm)]
    .filter(([, word]) => word !== 'word')
    .map(([, word = '', write = '']) => ({ pattern: new RegExp(`\\b${word}\\b`, 'i'), write }))
}

const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*)\s+(.+?)\s*(?:\*\/)?$/
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*['"`](.+?)['"`]\s*,/
const description = /\bdescription:\s*['"`](.+?)['"`],?$/

/** Returns prose by line number; code, tables and fenced blocks don't count. */
function* proseOf(file: string, text: string): Generator<[line: number, prose: string]> {
  let isFenced = false
  for (const [index, line] of text.split('\n').entries()) {
    if (file.endsWith('.md')) {
      if (line.trimStart().startsWith('```')) isFenced = !isFenced
      else if (!isFenced && !/^\s*(?:\||!\[|<)/.test(line))
        yield [index + 1, line.replace(/^[#>*\-\s\d.]+/, '').replace(/`[^`]*`/g, '')]
    } else {
      const prose = title.exec(line)?.[1] ?? description.exec(line)?.[1] ?? comment.exec(line)?.[1]
      if (prose !== undefined && !/biome-ignore|@ts-/.test(prose)) yield [index + 1, prose]
    }
  }
}

export function findings(file: string, text: string, words: readonly Rule[]): Finding[] {
  return [...proseOf(file, text)].flatMap(([line, prose]) =>
    [...rules, ...words].flatMap(({ pattern, write }) => {
      const [match] = pattern.exec(prose) ?? []
      return match === undefined ? [] : [{ file, line, words: match.replace(/^[.:;]? /, ''), write }]
    }),
  )
}
