import { hasAnnouncements } from '@handsfree/core/announcement'
import { Suspense } from 'react'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'

const HomeAnnouncements = lazyScreen(() => import('../../announcement/HomeAnnouncements.tsx'))

/** Loads what is announced only while there is something. */
export const News = () =>
  hasAnnouncements(useApp()) && (
    <Suspense>
      <HomeAnnouncements />
    </Suspense>
  )
