import pg from 'pg'
import type { AttackedServer } from './attacked-server.ts'
import type { Phone } from './numbers.ts'

/**
 * Number of guesses for a phone that were compared with a live code. Null on PGlite, which only the server can open.
 */
export async function liveGuesses(server: AttackedServer, { phoneNumber }: Phone): Promise<number | null> {
  if (!server.databaseUrl) return null
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select count(*)::int as guesses from verification_guesses where phone_number = $1 and code_id is not null',
    [phoneNumber],
  )
  await client.end()
  return rows[0].guesses
}
