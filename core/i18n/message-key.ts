import type messages from './messages/en-US.json'

/** Key of a message; both languages have the same. An unknown key does not compile. */
export type MessageKey = keyof typeof messages

/** What may follow `prefix.` in a key. */
export type MessageKeyUnder<Prefix extends string> = MessageKey extends infer Key
  ? Key extends `${Prefix}.${infer Rest}`
    ? Rest
    : never
  : never
