import { createHash, createHmac } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'

/** 128 bits: 22 characters of base64url (`LinkToken` of the contract). */
const tokenBytes = 16

/** Returns the SHA-256 as hex. Only this hash is stored. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Derives a token from the link's id and the server's key. Later text messages can include it again, but a copy of
 * the database can't reveal it. `purpose` separates kinds of tokens.
 */
export const linkToken = (keys: Keys, purpose: string, linkId: string): string =>
  createHmac('sha256', keys.links)
    .update(`${purpose} ${linkId}`)
    .digest()
    .subarray(0, tokenBytes)
    .toString('base64url')

/** Recovers a stored link's token. Null once its secret was rotated out: the link still works, but can't be shown. */
export const storedLinkToken = (
  keys: Keys,
  purpose: string,
  { linkId, tokenHash }: { linkId: string; tokenHash: string },
): string | null =>
  acceptedKeys(keys)
    .map((accepted) => linkToken(accepted, purpose, linkId))
    .find((token) => hashLinkToken(token) === tokenHash) ?? null
