import { expect, test } from 'vitest'
import { minute, second, Time } from '../../../simulator/time.ts'

test('waits to the end of the requested time if nothing happens', () => {
  const time = new Time(1_000)
  time.after(5 * minute, 'later', () => {})
  expect(time.next(time.now + 20 * second)).toBeNull()
  expect(time.now).toBe(1_000 + 20 * second)
})

test('runs due tasks in order and on time, and no cancelled ones', () => {
  const time = new Time(0)
  const ran: string[] = []
  const run = (name: string) => () => void ran.push(`${name} at ${time.now}`)
  time.after(30.4, 'second', run('second'))
  const cancel = time.after(20, 'cancelled', run('cancelled'))
  time.after(10, 'first', run('first'))
  time.after(30, 'third', run('third'))
  cancel()
  for (let task = time.next(100); task; task = time.next(100)) task()
  expect(ran).toEqual(['first at 10', 'second at 30', 'third at 30'])
  expect(time.now).toBe(100)
})
