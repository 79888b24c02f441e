import { storageKeys } from '@handsfree/core/storage'
import { Suspense } from 'react'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'
import type { LeftDraftProps } from './LeftDraft.tsx'

const LeftDraft = lazyScreen(() => import('./LeftDraft.tsx'))

/** An order that was begun and left. Its code is loaded for those alone who have stored one. */
export function Draft({ below = false }: LeftDraftProps) {
  const { storage } = useApp().platform
  if (storage.get(storageKeys.orderPreview) === null) return null
  return (
    <Suspense>
      <LeftDraft below={below} />
    </Suspense>
  )
}
