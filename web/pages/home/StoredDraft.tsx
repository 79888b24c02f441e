import { storageKeys } from '@handsfree/core/lib'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useApp } from '../../app/useApp.ts'
import type { LeftDraftProps } from './LeftDraft.tsx'

const LeftDraft = lazyScreen(() => import('./LeftDraft.tsx'))

/** Loads `LeftDraft` only if the device has a stored draft. */
export function StoredDraft({ below = false }: LeftDraftProps) {
  const { storage } = useApp().platform
  if (storage.get(storageKeys.orderPreview) === null) return null
  return (
    <OptionalPart>
      <LeftDraft below={below} />
    </OptionalPart>
  )
}
