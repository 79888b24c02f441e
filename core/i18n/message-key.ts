import type messages from './messages/en-US.json'

/** Message keys, equal in both languages. Unknown keys don't compile. */
export type MessageKey = keyof typeof messages

/** Keys below `prefix.`, without it. */
export type MessageKeyUnder<Prefix extends string> = MessageKey extends infer Key
  ? Key extends `${Prefix}.${infer Rest}`
    ? Rest
    : never
  : never
