import type { Money } from '@handsfree/core/contract'
import * as v from 'valibot'

/** An amount such as `98.00`. */
export const Yuan = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(\.\d{1,2})?$/),
  v.transform((yuan): Money => {
    const [whole, part = ''] = yuan.split('.')
    return { amount: Number(whole) * 100 + Number(part.padEnd(2, '0')), currency: 'CNY' }
  }),
)
