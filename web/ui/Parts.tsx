import styles from './Parts.module.css'

/** "2 bags · seals 4471 and 4472": a line breaks between the parts as long as one fits, and begins with none of the dots. */
export const Parts = ({ text }: { text: string }) =>
  text.split(' · ').map((part, index, { length }) => [
    index > 0 && ' ',
    <span className={styles.part} key="part">
      {index < length - 1 ? `${part} ·` : part}
    </span>,
  ])
