import { createHash, createHmac } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'

/** 128 bits as base64url: 22 characters (`LinkToken` of the contract). */
const tokenBytes = 16

/** SHA-256 of a link's token, hex: all that is stored of it. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token of a link, made of its id and the server's key: a text message can name the link later on, and a copy of the
 * database alone cannot. `purpose` keeps tokens of different kinds apart.
 */
export const linkToken = (keys: Keys, purpose: string, linkId: string): string =>
  createHmac('sha256', keys.links)
    .update(`${purpose} ${linkId}`)
    .digest()
    .subarray(0, tokenBytes)
    .toString('base64url')

/** The token of a stored link; null once the secret that it was made with is gone: the link works, unseen. */
export const storedLinkToken = (
  keys: Keys,
  purpose: string,
  { linkId, tokenHash }: { linkId: string; tokenHash: string },
): string | null =>
  acceptedKeys(keys)
    .map((accepted) => linkToken(accepted, purpose, linkId))
    .find((token) => hashLinkToken(token) === tokenHash) ?? null
