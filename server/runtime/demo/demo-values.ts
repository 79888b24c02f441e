import { demoStaticKey, demoToken } from '@handsfree/core/api'

/** Demo defaults. Public, so production rejects them. */
export const demoValues = {
  hotline: '+86 21 0000 0731',
  staticKey: demoStaticKey,
  operatorToken: demoToken('operator'),
} as const
