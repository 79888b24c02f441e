import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { newTraveller, type Traveller } from '../../e2e/backend.ts'
import { attackedByTraveller, engines, reportFigure } from './attacked-server.ts'
import { tally } from './calls.ts'
import { headOf } from './endless-body.ts'
import { hostilePictures, largePicture, smallPicture } from './pictures.ts'

describe.each(engines)('on %s', (engine) => {
  const attack = attackedByTraveller(engine)

  const upload = async ({ account }: Traveller, content: Buffer) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(content)]), 'bag.jpg')
    const headers = { token: `Bearer ${account.token}` }
    const response = await fetch(`${attack.server.url}/api/files`, { method: 'POST', headers, body })
    const { code } = (await response.json()) as { code: number }
    return `${response.status}/${code}`
  }

  const memory = (name: 'VmRSS' | 'VmHWM'): number =>
    Math.round(
      Number(
        new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${attack.server.pid}/status`, 'utf8'))?.[1],
      ) / 1024,
    )

  test('refuses image bombs, pages, drawings, truncated pictures and other formats', async () => {
    const before = memory('VmRSS')
    const answers = []
    for (const [name, content] of await hostilePictures())
      answers.push([name, await upload(attack.ada, content)])
    const accepted = answers.filter(([, answer]) => answer === '200/0').map(([name]) => name)
    reportFigure(
      `${engine}: ${answers.length} hostile pictures: ${tally(answers.map(([, answer = '']) => answer))}; memory ${before} MB, then ${memory('VmRSS')} MB`,
    )
    expect(accepted).toEqual([])
    expect(answers.filter(([, answer = '']) => !/^4\d\d\/1008$/.test(answer))).toEqual([])
  })

  test('serves a small picture beside 20 large ones of another account, in bounded memory', async () => {
    const [bob, large, small] = [
      await newTraveller(attack.server.url),
      await largePicture(),
      await smallPicture(),
    ]
    const [before, done] = [memory('VmRSS'), [] as string[]]
    let highest = before
    const watch = setInterval(() => {
      highest = Math.max(highest, memory('VmRSS'))
    }, 50)
    const began = performance.now()
    const send = async (name: string, traveller: Traveller, content: Buffer) => {
      const answer = await upload(traveller, content)
      if (answer === '200/0') done.push(name)
      return { answer, milliseconds: Math.round(performance.now() - began) }
    }
    const many = Array.from({ length: 20 }, () => send('large', attack.ada, large))
    // Arrives after the first large picture, as if from another traveller.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const one = await send('small', bob, small)
    const answers = await Promise.all(many)
    clearInterval(watch)
    const place = done.indexOf('small')
    const last = Math.max(...answers.map(({ milliseconds }) => milliseconds))
    reportFigure(
      `${engine}: 20 pictures of 39 megapixels at once: ${tally(answers.map(({ answer }) => answer))} within ${last} ms; a small one of another account came ${place + 1}. of ${done.length}, after ${one.milliseconds} ms; memory ${before} MB, at most ${highest} MB`,
    )
    expect([one.answer, place >= 0 && place <= 2]).toEqual(['200/0', true])
    expect(highest - before).toBeLessThan(600)
    expect(await attack.server.isHealthy()).toBe(true)
  })

  test('accepts photos of all travellers after 120 uploads whose connections were reset', async () => {
    const { server } = attack
    const small = await smallPicture()
    const answers = []
    for (let account = 0; account < 10; account++) {
      const { token } = (await newTraveller(server.url)).account
      const head = headOf('POST', '/api/files', {
        token: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '9999',
      })
      const lines = Array.from({ length: 12 }, async () => {
        const socket = connect(server.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(head, () => socket.resetAndDestroy())
        await once(socket, 'close')
      })
      await Promise.all(lines)
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(small)]), 'bag.jpg')
      const signal = AbortSignal.timeout(10_000)
      const sent = { method: 'POST', headers: { token: `Bearer ${token}` }, body, signal }
      answers.push(
        await fetch(`${server.url}/api/files`, sent).then(
          ({ status }) => status,
          () => 0,
        ),
      )
    }
    reportFigure(
      `${engine}: 120 reset uploads of ${answers.length} accounts: ${answers.filter((status) => status === 200).length} sent a photo after theirs`,
    )
    expect(answers).toEqual(Array(10).fill(200))
  })
})
