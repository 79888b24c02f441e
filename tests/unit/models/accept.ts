/** `npm run machines -- --accept` writes the current moves of every machine for review. */
import { models } from './index.ts'
import { lifecycleMoves } from './lifecycle.model.ts'
import { keepTable, movesOf } from './moves.ts'

for (const { name, model } of models) keepTable(name, movesOf(model).table())
keepTable('lifecycle', lifecycleMoves().table())
console.log(`tests/unit/models/moves tells the moves of ${models.length + 1} machines: read what changed.`)
