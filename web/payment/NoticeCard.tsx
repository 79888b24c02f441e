import type { ReactNode } from 'react'
import { Card } from '../ui/index.ts'
import styles from './NoticeCard.module.css'

export type NoticeCardProps = { icon: ReactNode; title: string; children: ReactNode }

export const NoticeCard = ({ icon, title, children }: NoticeCardProps) => (
  <Card>
    <div className={styles.notice}>
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
