import { randomBytes } from 'node:crypto'

/** A response as received over HTTP; `result` isn't validated. */
export type Answer = { status: number; code: number; message: string; result: Record<string, unknown> | null }

/** A random address, so that attackers don't share one. */
export const newAddress = (): string => [10, ...randomBytes(3)].join('.')

export const newKey = (): string => randomBytes(16).toString('hex')

type From = { address?: string; token?: string; headers?: Record<string, string> }

/** Posts a body unchanged, without the checks of our own clients. */
export async function post(url: string, body: unknown, from: From = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from.address ?? newAddress(),
      'idempotency-key': newKey(),
      ...(from.token ? { token: `Bearer ${from.token}` } : {}),
      ...from.headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

/** Counts of each value, as `3 × 0, 2 × 1008`. */
export function tally(values: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => `${count} × ${value}`).join(', ')
}
