import { locales } from '@handsfree/core/contract'
import * as v from 'valibot'
import { type TextKind, type TextMessage, type TextValue, textKinds, valuesByKind } from './text-kinds.ts'

const templateId = v.pipe(v.string('must be a template’s id'), v.nonEmpty('must be a template’s id'))

const templateOf = (kind: TextKind) => {
  const values: readonly TextValue[] = valuesByKind[kind]
  const message = `must be a template’s id, or { "id", "values" } with values out of ${values.join(', ')}`
  return v.union(
    [templateId, v.strictObject({ id: templateId, values: v.array(v.picklist(values, message)) })],
    message,
  )
}
type Template = v.InferOutput<ReturnType<typeof templateOf>>

const entriesOf = <Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>

/** The gateway's templates by kind and language, as a JSON text. */
export const Templates = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be a JSON object'),
  v.strictObject(
    entriesOf(textKinds, (kind) =>
      v.optional(
        v.strictObject(
          entriesOf(locales, () => v.optional(templateOf(kind))),
          `must have templates by language: ${locales.join(', ')}`,
        ),
      ),
    ),
    `must be a JSON object with kinds out of ${textKinds.join(', ')}`,
  ),
)
export type Templates = {
  [Kind in TextKind]?: { [Language in TextMessage['locale']]?: Template | undefined } | undefined
}

/** Kinds and languages without a template, such as `code in zh-CN`. */
export const missingTemplates = (templates: Templates): string[] =>
  textKinds.flatMap((kind) =>
    locales.filter((locale) => !templates[kind]?.[locale]).map((locale) => `${kind} in ${locale}`),
  )

/** A message's template and its values in the template's order. `id` is null if none is set. */
export function fillTemplate(
  templates: Templates,
  { kind, locale, values }: Pick<TextMessage, 'kind' | 'locale' | 'values'>,
): { id: string | null; values: [TextValue, string][] } {
  const template = templates[kind]?.[locale]
  const names: readonly TextValue[] = typeof template === 'object' ? template.values : valuesByKind[kind]
  return {
    id: typeof template === 'object' ? template.id : (template ?? null),
    values: names.map((name) => [name, values[name] ?? '']),
  }
}
