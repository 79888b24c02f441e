import { createHmac } from 'node:crypto'
import type { Phone } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { clientBlock, clientNetwork } from '../../runtime/http/client-network.ts'
import type { Keys } from '../../runtime/keys.ts'

/** Keyed hashes of a client's network, for counting only. `block` is the /48 of an IPv6 address. */
export type Sender = { sender: string; block: string | null }

export function senderOf(keys: Keys, ip: string): Sender {
  const hash = (network: string) => createHmac('sha256', keys.senders).update(network).digest('hex')
  const block = clientBlock(ip)
  return { sender: hash(clientNetwork(ip)), block: block && hash(block) }
}

const lock = (tx: Transaction, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** Serializes requests of an address, so that concurrent ones can't exceed its limit. */
export async function lockSender(tx: Transaction, { sender, block }: Sender): Promise<void> {
  if (block) await lock(tx, `code sender ${block}`)
  await lock(tx, `code sender ${sender}`)
}

/** Lock order: sender first, then phone. */
export const lockPhone = (tx: Transaction, { dialCode, phoneNumber }: Phone) =>
  lock(tx, `code phone ${dialCode} ${phoneNumber}`)

/** Keys under which a call waits for others with the same sender or phone, in lock order. See `take-turns.ts`. */
export const queueKeysOf = (keys: Keys, ip: string, { dialCode, phoneNumber }: Phone): string[] => {
  const { sender, block } = senderOf(keys, ip)
  return [...(block ? [`sender ${block}`] : []), `sender ${sender}`, `phone ${dialCode} ${phoneNumber}`]
}

/** Locks the global counters. Must be the last lock. */
export const lockSending = (tx: Transaction) => lock(tx, 'code sending')
