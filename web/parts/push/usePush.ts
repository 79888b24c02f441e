import type { PushActor } from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { openPush, type PushAudience } from './open-push.ts'

/** The notices on this device, asked whether they can be turned on. Null until the page is mounted. */
export function usePush(audience: PushAudience): PushActor | null {
  const app = useApp()
  const [actor, setActor] = useState<PushActor | null>(null)
  useEffect(() => {
    const push = openPush(app, audience)
    push.send({ type: 'push.look' })
    setActor(push)
  }, [app, audience])
  const isUnchecked = useSelector(actor ?? undefined, (snapshot) => snapshot?.matches({ off: 'unchecked' }))
  useEffect(() => {
    if (isUnchecked) actor?.send({ type: 'push.look' })
  }, [actor, isUnchecked])
  return actor
}
