import { storageKeys } from '@handsfree/core/lib'
import { Suspense } from 'react'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { useApp } from '../../app/useApp.ts'
import type { LeftDraftProps } from './LeftDraft.tsx'

const LeftDraft = lazyScreen(() => import('./LeftDraft.tsx'))

/** Loads `LeftDraft` only if the device has a stored draft. */
export function StoredDraft({ below = false }: LeftDraftProps) {
  const { storage } = useApp().platform
  if (storage.get(storageKeys.orderPreview) === null) return null
  return (
    <Suspense>
      <LeftDraft below={below} />
    </Suspense>
  )
}
