import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as requestByHttp } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { timeLimit } from '../clock.ts'
import { isPublicAddress } from './push-hosts.ts'

export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }
export type PushAnswer = { status: number; retryAfter: string | null; text: string }
export type SendPush = (push: PushRequest) => Promise<PushAnswer>

/** Longer answers are cut off. */
const maxAnswerBytes = 1_024

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Fails for names that resolve to this machine or a private network. */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
      if (!isPublic) return callback(new Error('the push service has a private address'), [])
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

const lookupPublic = publicLookup(lookup)

/**
 * Posts to a push service and doesn't follow redirects. Rejects without an answer within 5 s. Only an endpoint on the
 * test host uses plain HTTP.
 */
export const sendPush: SendPush = ({ endpoint, headers, body }) =>
  new Promise((answer, fail) => {
    const url = new URL(endpoint)
    const options = { method: 'POST', headers, signal: timeLimit(5_000) }
    const sent =
      url.protocol === 'http:'
        ? requestByHttp(url, options)
        : request(url, { ...options, lookup: lookupPublic })
    sent.on('error', fail)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const { statusCode: status = 0, headers: received } = response
      const end = () =>
        answer({
          status,
          retryAfter: received['retry-after'] ?? null,
          text: Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString(),
        })
      response.on('error', fail)
      response.on('end', end)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length <= maxAnswerBytes) return
        end()
        sent.destroy()
      })
    })
    sent.end(body)
  })
