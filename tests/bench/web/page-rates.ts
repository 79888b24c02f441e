import { Agent, get } from 'node:http'
import { table } from '../keep-section.ts'
import { medianOf } from './phone.ts'

const clients = 32
const rounds = 7
const roundMs = 1_000

/** Pages per second of a server-rendered page and of the static shell. */
export type PageRate = { path: string; rendered: number; shell: number; ratio: number }

const shellPath = '/index.html'

/** Pages per second for `clients` concurrent clients on keep-alive connections. */
async function rateOf(agent: Agent, url: string): Promise<number> {
  const read = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'accept-encoding': 'br', 'accept-language': 'en-US' }
      get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().on('end', resolve).on('error', reject)
      }).on('error', reject)
    })
  const began = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - began < roundMs) {
      await read()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (count / (performance.now() - began)) * 1_000
}

/** Compares rendered pages with the static shell in turn; medians. */
export async function measurePageRates(baseURL: string, paths: readonly string[]): Promise<PageRate[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  try {
    const rates: PageRate[] = []
    for (const path of paths) {
      const [rendered, shell]: [number[], number[]] = [[], []]
      // The first round renders the page and opens the connections.
      await rateOf(agent, baseURL + path)
      for (let round = 0; round < rounds; round += 1) {
        shell.push(await rateOf(agent, baseURL + shellPath))
        rendered.push(await rateOf(agent, baseURL + path))
      }
      const ratio = medianOf(rendered.map((rate, index) => rate / (shell[index] ?? Number.NaN)))
      rates.push({ path, rendered: medianOf(rendered), shell: medianOf(shell), ratio })
    }
    return rates
  } finally {
    agent.destroy()
  }
}

export const pageRateTable = (rates: readonly PageRate[]): string =>
  table(
    ['rendered page at 32 clients', 'a second', 'the static shell', 'ratio', 'aim'],
    rates.map(({ path, rendered, shell, ratio }) => [
      path,
      String(Math.round(rendered)),
      String(Math.round(shell)),
      `${ratio.toFixed(2)}×${ratio >= 0.5 ? '' : ' ✗'}`,
      '0.5×',
    ]),
  )
