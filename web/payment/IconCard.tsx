import type { ReactNode } from 'react'
import { Card } from '../ui/index.ts'
import styles from './IconCard.module.css'

export type IconCardProps = { icon: ReactNode; title: string; children: ReactNode }

export const IconCard = ({ icon, title, children }: IconCardProps) => (
  <Card>
    <div className={styles.alert}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        {title}
        <div className="small">{children}</div>
      </div>
    </div>
  </Card>
)
