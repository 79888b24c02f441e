import type { ActorOptions, AnyActorLogic, AnyActorRef, InspectionEvent } from 'xstate'
import { mask } from './mask.ts'

type Inspect = NonNullable<ActorOptions<AnyActorLogic>['inspect']>

/** Fields of an actor that hold what its machine knows: its snapshot, and the input it was started with. */
const maskedFields: readonly PropertyKey[] = ['_snapshot', 'options']

const maskActor = (actor: AnyActorRef): AnyActorRef =>
  new Proxy(actor, {
    get(target, key) {
      if (key === 'getSnapshot' || key === 'getPersistedSnapshot' || key === 'toJSON')
        return () => mask(target[key as 'getSnapshot']())
      if (key === '_parent') return target._parent && maskActor(target._parent)
      const value: unknown = Reflect.get(target, key)
      if (maskedFields.includes(key)) return mask(value)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** An inspection event without tokens, codes and phone numbers. Snapshots and events are plain copies. */
function maskInspection(inspected: InspectionEvent): InspectionEvent {
  const { actorRef, rootId, type, ...data } = inspected
  const source =
    'sourceRef' in data && data.sourceRef ? { sourceRef: maskActor(data.sourceRef as AnyActorRef) } : {}
  return {
    ...(mask(data) as object),
    ...source,
    type,
    rootId,
    actorRef: maskActor(actorRef as AnyActorRef),
  } as InspectionEvent
}

/** Hands every inspection event on masked: what inspects an app shows it on screens and in logs. */
export function maskedInspect(inspect: Inspect | undefined): Inspect | undefined {
  if (!inspect) return undefined
  return (inspected) => {
    const event = maskInspection(inspected)
    if (typeof inspect === 'function') inspect(event)
    else inspect.next?.(event)
  }
}
