import { demoStaticKey, demoToken } from '@handsfree/core/api'

/** Settings of the demo where nothing else is set. They are public, so production starts on none of them. */
export const demoValues = {
  hotline: '+86 21 0000 0731',
  staticKey: demoStaticKey,
  operatorToken: demoToken('operator'),
} as const
