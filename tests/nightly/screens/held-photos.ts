import { ok } from '@handsfree/core'
import type { PhotoActor } from '@handsfree/core/photos'
import sharp from 'sharp'
import type { ModelEvent, ModelState } from '../../../statecharts/paths/graph.ts'
import { canPhotosChange } from '../../unit/models/photo-world.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const picture = sharp({ create: { width: 60, height: 80, channels: 3, background: '#b5532f' } })
  .png()
  .toBuffer()

/** The call of a form's only photo. */
export const photoCalls = { 'photo-0': 'POST /files' }

/** Whether a traveller can cause the photo set's report: only while the form is open. */
export function canChangePhotos({ snapshot }: ModelState, { type, label }: ModelEvent): boolean {
  if (type !== 'photos.changed') return true
  const isOpen = snapshot.matches('editing') || snapshot.matches('offered')
  const isReported = label === 'uploaded' || label === 'failed'
  return (isOpen || isReported) && canPhotosChange(snapshot.context.photos as PhotoActor[], label, true)
}

async function change({ page, button, answer }: Visit, label: string): Promise<void> {
  const retry = button(say('photo.retry', { number: 1 }))
  if (label === 'none') await button(say('photo.remove', { number: 1 })).click()
  else if (label === 'uploaded') await answer('photo-0', ok({ url: '/api/files/1', width: 600, height: 800 }))
  else if (label === 'failed') await answer('photo-0', { ok: false, error: { kind: 'network' } })
  else if (await retry.isVisible()) await retry.click()
  else {
    const file = { name: 'room.png', mimeType: 'image/png', buffer: await picture }
    await page.locator('input[type=file]').setInputFiles(file)
  }
}

export const photoActs: HeldScreens['acts'] = {
  'photos.changed': (visit, { event }) => change(visit, event.label),
}
