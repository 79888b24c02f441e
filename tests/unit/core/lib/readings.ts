import { createIntl } from 'react-intl'

const { formatters } = createIntl({ locale: 'en-US' })

export type Part = {
  type: number
  value?: string
  options?: Record<string, { value: Part[] }>
  children?: Part[]
}
export const kinds = {
  text: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  count: 7,
  tag: 8,
}

/** A message as its syntax tree. */
export const partsOf = (message: string, locale: string): Part[] =>
  formatters.getMessageFormat(message, locale).getAst() as Part[]

/** Every reading of a message: each choice of a plural or select on its own, arguments as `{name}`, a count as `7`. */
export const readings = (parts: Part[]): string[] =>
  parts.reduce<string[]>(
    (before, part) => {
      const here = part.options
        ? Object.values(part.options).flatMap(({ value }) => readings(value))
        : part.children
          ? readings(part.children)
          : [
              part.type === kinds.text
                ? (part.value ?? '')
                : part.type === kinds.count
                  ? '7'
                  : `{${part.value}}`,
            ]
      return before.flatMap((start) => here.map((end) => start + end))
    },
    [''],
  )
