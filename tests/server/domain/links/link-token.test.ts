import { LinkToken } from '@handsfree/core/contract'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hashLinkToken, linkToken, storedLinkToken } from '../../../../server/domain/links/link-token.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { testSecret } from '../../harness.ts'

const keys = deriveKeys(testSecret)

test('makes link tokens of 128 bits that differ by purpose, link and secret', () => {
  const token = linkToken(keys, 'trip', 'a')
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(v.is(LinkToken, token)).toBe(true)
  const others = [
    linkToken(keys, 'trip', 'b'),
    linkToken(keys, 'desk', 'a'),
    linkToken(deriveKeys('another secret, of 32 characters or more'), 'trip', 'a'),
  ]
  expect(new Set([token, ...others]).size).toBe(4)
  expect(linkToken(keys, 'trip', 'a')).toBe(token)
})

test('finds a link’s token while its secret is accepted, and none afterwards', () => {
  const later = 'another secret, of 32 characters or more'
  const token = linkToken(keys, 'trip', 'a')
  const stored = { linkId: 'a', tokenHash: hashLinkToken(token) }
  expect(storedLinkToken(deriveKeys(later, testSecret), 'trip', stored)).toBe(token)
  expect(storedLinkToken(deriveKeys(later), 'trip', stored)).toBeNull()
})
