import { createHmac } from 'node:crypto'
import type { Phone } from '@handsfree/core/api'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { clientBlock, clientNetwork } from '../http/client-network.ts'
import type { Keys } from '../keys.ts'

/** Where a request comes from: keyed hashes, good for counting and nothing else. `block` is the /48 of an IPv6 address. */
export type Sender = { sender: string; block: string | null }

export function senderOf(keys: Keys, ip: string): Sender {
  const hash = (network: string) => createHmac('sha256', keys.senders).update(network).digest('hex')
  const block = clientBlock(ip)
  return { sender: hash(clientNetwork(ip)), block: block && hash(block) }
}

const lock = (tx: Transaction, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** Until the transaction ends, nobody else is counted for this address: two at once cannot both find room. */
export async function lockSender(tx: Transaction, { sender, block }: Sender): Promise<void> {
  if (block) await lock(tx, `code sender ${block}`)
  await lock(tx, `code sender ${sender}`)
}

/** The same for a phone. To be taken after the sender's lock, never before. */
export const lockPhone = (tx: Transaction, { dialCode, phoneNumber }: Phone) =>
  lock(tx, `code phone ${dialCode} ${phoneNumber}`)

/** The same for what is counted over everybody. To be taken last. */
export const lockSending = (tx: Transaction) => lock(tx, 'code sending')
