import type { Platform, UploadRequest } from '@handsfree/core'
import { pathOf } from '@handsfree/core/api'
import { waitForTrip } from '@handsfree/core/contract'
import type { Chance } from './chance.ts'
import { second } from './time.ts'
import type { Answer, Request, World } from './world.types.ts'

const tripWait = `/api${pathOf(waitForTrip)}`

const portalPage = '<!doctype html><title>Welcome to the hotel’s Wi-Fi</title>'

/** Runs a task in a page, or queues it while the page is suspended. */
type Deliver = (task: () => void) => void

type ReceivedAnswer = { answer: Answer; isCut: boolean }

const failedToFetch = () => new TypeError('Failed to fetch')

/** The parts of `Response` that core reads. */
const responseOf = ({ answer: { status, headers, body }, isCut }: ReceivedAnswer) =>
  ({
    status,
    ok: status < 400,
    headers: { get: (name: string) => headers[name] ?? null },
    text: async () => {
      if (isCut) throw new TypeError('terminated')
      return body
    },
  }) as unknown as Response

export class NetLine {
  isOnline = true
  readonly #world: World
  readonly #chance: Chance
  readonly #ip: string
  readonly #who: string

  constructor(world: World, who: string, ip: string, chance: Chance) {
    this.#world = world
    this.#who = who
    this.#ip = ip
    this.#chance = chance
  }

  fetch(isOpen: () => boolean, deliver: Deliver): Platform['fetch'] {
    return async (input, init) => {
      const cut = await this.#send(
        {
          method: init.method === 'POST' ? 'POST' : 'GET',
          path: String(input),
          headers: Object.fromEntries(
            Object.entries(init.headers).map(([name, value]) => [name.toLowerCase(), value]),
          ),
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
          ip: this.#ip,
        },
        {
          signal: init.signal,
          isOpen: init.keepalive ? () => true : isOpen,
          deliver: init.keepalive ? (task) => task() : deliver,
        },
      )
      return responseOf(cut)
    }
  }

  upload(isOpen: () => boolean, deliver: Deliver): Platform['upload'] {
    return async ({ url, headers, image, timeoutMs, signal, onProgress }: UploadRequest) => {
      const boundary = 'boundary-of-a-picture'
      const body = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo"\r\ncontent-type: image/png\r\n\r\n`,
        ),
        image.source as Buffer,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      const timeout = new AbortController()
      const stop = this.#world.time.after(timeoutMs, 'upload', () =>
        deliver(() => timeout.abort(failedToFetch())),
      )
      try {
        onProgress(0.5)
        const { answer, isCut } = await this.#send(
          {
            method: 'POST',
            path: url,
            headers: {
              ...Object.fromEntries(
                Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
              ),
              'content-type': `multipart/form-data; boundary=${boundary}`,
            },
            body,
            ip: this.#ip,
          },
          { signal: AbortSignal.any([signal, timeout.signal]), isOpen, deliver },
        )
        if (isCut) throw failedToFetch()
        return answer.body
      } finally {
        stop()
      }
    }
  }

  #send(
    request: Request,
    {
      signal,
      isOpen,
      deliver,
    }: { signal: AbortSignal | null | undefined; isOpen: () => boolean; deliver: Deliver },
  ): Promise<ReceivedAnswer> {
    const { time, faults, servers, story } = this.#world
    const label = `${request.method} ${request.path.split('?')[0]}`
    return new Promise((resolve, reject) => {
      const fail = (why: string, after = this.#chance.between(10, 3_000)) => {
        time.after(after, `line of ${this.#who}`, () => {
          story.log(this.#who, `${label}: ${why}`)
          if (isOpen()) deliver(() => reject(failedToFetch()))
        })
      }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (!this.isOnline) return fail('offline')
      // A hotel's proxy cuts long polls. Holding one would make the server query the database twice a second.
      if (request.path === tripWait) return fail('is held', 60 * second)
      if (faults.strikes('request lost')) return fail('lost on its way')
      const arrive = (isSecond: boolean) =>
        time.after(this.#chance.between(10, 400), `line of ${this.#who}`, async () => {
          const answer = faults.strikes('proxy page')
            ? { status: 200, headers: {}, body: portalPage }
            : await servers.answer(request)
          if (answer.body !== portalPage) this.#world.checkEnvelope(label, answer.status, answer.body)
          if (isSecond) return
          if (answer.status === 0) return fail('no server')
          if (faults.strikes('answer lost')) return fail('its answer is lost')
          const isCut = faults.strikes('answer cut')
          const slow = faults.strikes('answer slow') ? this.#chance.between(5, 30) * second : 0
          time.after(this.#chance.between(10, 400) + slow, `line of ${this.#who}`, () => {
            if (!isOpen()) return
            story.log(this.#who, `${label}: ${outcomeOf(answer)}${isCut ? ', cut in half' : ''}`)
            deliver(() => resolve({ answer, isCut }))
          })
        })
      arrive(false)
      if (faults.strikes('request doubled')) arrive(true)
    })
  }
}

const outcomeOf = ({ status, body }: Answer): string => {
  if (body === portalPage) return 'the page of a hotel’s Wi-Fi'
  const code = /^\{"code":(-?\d+)/.exec(body)?.[1]
  return code === '0' ? 'done' : `${status} ${code ?? body.slice(0, 60)}`
}
