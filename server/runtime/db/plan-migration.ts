/** An index to build concurrently. Has a temporary name if it replaces an index of the same name. */
export type Index = { name: string; replaces: string | null; statement: string }

export type MigrationPlan = {
  inTransaction: string[]
  /** Whether some of the plan runs outside the transaction. */
  isSplit: boolean
  createdIndexes: Index[]
  droppedIndexes: string[]
  /** Foreign keys that the transaction adds as `not valid`. */
  validations: string[]
}

const withoutComments = (statement: string): string => statement.replace(/^\s*--.*$/gm, '').trim()

const createIndex = /^create (unique )?index "(\w+)" on "(\w+)"/i
const dropIndex = /^drop index "(\w+)"/i
const foreignKey = /^alter table "(\w+)" add constraint "(\w+)" foreign key [^;]*/i

/**
 * Splits a migration to avoid long table locks. Index changes on existing tables run concurrently at the end; old
 * indexes stay until their replacements are built. `isInUse`: the tables may contain data.
 */
export function planMigration(statements: readonly string[], isInUse: boolean): MigrationPlan {
  const plan: MigrationPlan = {
    inTransaction: [],
    isSplit: false,
    createdIndexes: [],
    droppedIndexes: [],
    validations: [],
  }
  const newTables = new Set<string>()
  for (const statement of statements) {
    const text = withoutComments(statement)
    const created = /^create table "(\w+)"/i.exec(text)?.[1]
    if (created !== undefined) newTables.add(created)
    const [, isUnique = '', name, table] = createIndex.exec(text) ?? []
    const droppedIndex = dropIndex.exec(text)?.[1]
    const [constraint, of, constraintName] = foreignKey.exec(text) ?? []
    if (isInUse && name !== undefined && table !== undefined && !newTables.has(table)) {
      const replaces = plan.droppedIndexes.includes(name) ? name : null
      const builtName = replaces === null ? name : `${name}_new`
      plan.droppedIndexes = plan.droppedIndexes.filter((other) => other !== name)
      plan.createdIndexes.push({
        name: builtName,
        replaces,
        statement: text.replace(
          createIndex,
          `create ${isUnique}index concurrently if not exists "${builtName}" on "${table}"`,
        ),
      })
    } else if (isInUse && droppedIndex !== undefined) {
      plan.droppedIndexes.push(droppedIndex)
    } else if (isInUse && constraint !== undefined && of !== undefined && !newTables.has(of)) {
      plan.inTransaction.push(`${constraint} not valid`)
      plan.validations.push(`alter table "${of}" validate constraint "${constraintName}"`)
    } else {
      plan.inTransaction.push(statement)
    }
  }
  const { createdIndexes, droppedIndexes, validations } = plan
  return { ...plan, isSplit: createdIndexes.length + droppedIndexes.length + validations.length > 0 }
}
