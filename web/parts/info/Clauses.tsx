import styles from './Clauses.module.css'

export type ClausesProps = {
  level: 2 | 3
  clauses: readonly { id: string; title: string; text: string }[]
}

/** Numbered. */
export function Clauses({ level, clauses }: ClausesProps) {
  const Heading = `h${level}` as const
  return (
    <ol className={styles.clauses}>
      {clauses.map(({ id, title, text }) => (
        <li key={id}>
          <Heading className={styles.title}>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
