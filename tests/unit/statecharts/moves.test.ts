import { expect, test } from 'vitest'
import { decide } from '../../../statecharts/paths/decide.ts'
import { differences, Moves, movesFrom, readTable, targetOf } from '../../../statecharts/paths/moves.ts'

const out = (value: unknown, actions: string[] = [], guards: string[] = []) => ({ value, actions, guards })

const doors = () => {
  const moves = new Moves('door')
  const closed = (hasKey: boolean, isWet: boolean) => ({
    value: { front: 'closed' },
    facts: { hasKey, isWet },
  })
  for (const isWet of [true, false]) {
    moves.addMove(
      closed(true, isWet),
      'door.knock (twice)',
      out({ front: 'open' }, ['note', 'let'], ['isKnown']),
    )
    moves.addMove(closed(false, isWet), 'door.knock (twice)', out({ front: 'closed' }))
    moves.visit(closed(false, isWet))
    moves.addMove(closed(true, isWet), 'door.lock', out('gone'))
  }
  moves.addMove(
    { value: { light: 'off', heat: 'low' }, facts: {} },
    'heat.more',
    out({ light: 'off', heat: 'high' }),
  )
  return moves.table()
}

const table = `# door

## front.closed
door.knock (twice) · when hasKey=false → stays
door.knock (twice) · when hasKey=true [isKnown] → front.open · note, let
door.lock · when hasKey=true → gone

## root
heat.more → heat=high
`

test('writes one line per move, with the fewest facts that decide its outcome', () => {
  expect(doors()).toBe(table)
})

test('finds the row of a step by place and facts, and none for a refused step', () => {
  const rows = readTable(table)
  const at = (hasKey: boolean) => ({ value: { front: 'closed' }, facts: { hasKey, isWet: true } })
  expect(movesFrom(rows, at(true), 'door.knock (twice)')).toMatchObject([
    {
      target: 'front.open',
      actions: 'note, let',
      line: expect.stringMatching(/^front\.closed: door\.knock/),
    },
  ])
  expect(movesFrom(rows, at(false), 'door.lock')).toEqual([])
  expect(movesFrom(rows, { value: { light: 'on', heat: 'low' }, facts: {} }, 'heat.more')).toHaveLength(1)
  expect(() => readTable('## front\ndoor.lock goes')).toThrow('invalid line in a move table: door.lock goes')
})

test('names a target by the regions that change', () => {
  expect(targetOf({ light: 'off', heat: 'low' }, { light: 'on', heat: 'low' })).toBe('light=on')
  expect(targetOf('gone', { light: 'off', heat: { by: 'gas' } })).toBe('root (light=off & heat=by.gas)')
})

test('lists the lines in which two tables differ', () => {
  expect(differences(table, table.replace('→ gone', '→ front.open'))).toEqual({
    removed: ['front.closed: door.lock · when hasKey=true → gone'],
    added: ['front.closed: door.lock · when hasKey=true → front.open'],
  })
})

test('lists both outcomes if the facts do not decide', () => {
  const facts = { a: '1' }
  expect(
    decide(
      [
        { facts, outcome: 'x' },
        { facts, outcome: 'y' },
      ],
      ['a'],
    ),
  ).toEqual([{ when: {}, outcomes: ['x', 'y'] }])
})
