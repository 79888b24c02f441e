import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const patienceMs = 30_000

/** The terminal client as a child process, with its output and input. */
export function startTerminal(args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=handsfree-source', 'clients/terminal/main.ts', ...args],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' }, stdio: 'pipe' },
  )
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  let output = ''
  let read = 0
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    output += chunk
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)

  /** Waits until `find` matches the unread output; everything up to the match's end counts as read. */
  const waitFor = (what: string, find: (unread: string) => number): Promise<string> =>
    new Promise((resolve, reject) => {
      const settle = () => {
        listeners.delete(look)
        clearTimeout(timer)
      }
      const look = () => {
        const unread = output.slice(read)
        const end = find(unread)
        if (end === -1) return
        settle()
        read += end
        resolve(unread.slice(0, end))
      }
      const timer = setTimeout(() => {
        settle()
        reject(new Error(`“${what}” did not come. Last came:\n${output.slice(-3_000)}`))
      }, patienceMs)
      listeners.add(look)
      look()
    })

  return {
    /** Waits for text; returns the output up to its end. */
    see: (words: string) =>
      waitFor(words, (unread) => {
        const start = unread.indexOf(words)
        return start === -1 ? -1 : start + words.length
      }),
    answer: async (question: string, line: string) => {
      await waitFor(question, (unread) =>
        unread.includes(question) && unread.endsWith('> ') ? unread.length : -1,
      )
      child.stdin.write(`${line}\n`)
    },
    /** Sends Ctrl+C; returns the exit code. */
    interrupt: () => {
      child.kill('SIGINT')
      return exit
    },
    exit,
    output: () => output,
    kill: () => void child.kill('SIGKILL'),
  }
}

export type Terminal = ReturnType<typeof startTerminal>
