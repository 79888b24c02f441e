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

export const partsOf = (message: string, locale: string): Part[] =>
  formatters.getMessageFormat(message, locale).getAst() as Part[]

/** All variants of a message: each plural or select case, arguments as `{name}`, counts as `7`. */
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
