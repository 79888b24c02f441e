import { lastQrId } from '@handsfree/core/scanner'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'
import styles from './Home.module.css'

const ServiceLinks = lazyScreen(() => import('./ServiceLinks.tsx'))

/** Links where the hotel is known, for its number is on their pages; else a line that says whom to ask. */
export function Services() {
  if (lastQrId(useApp()) !== null) {
    return (
      <Suspense>
        <ServiceLinks />
      </Suspense>
    )
  }
  return (
    <p className={styles.ask}>
      <FormattedMessage id="home.servicesAsk" />
    </p>
  )
}
