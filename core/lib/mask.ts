import type { ActorOptions, AnyActorLogic, AnyActorRef, InspectionEvent } from 'xstate'

export const maskSymbol = '•••'

const secretNames =
  /token|password|secret|signature|demoCode|claimCode|phoneNumber|^phone$|sentTo|email|username|idempotencyKey|requestId|^key$/i
/** A verification code is called `code`, and so are problem names and error numbers. */
const isVerificationCode = (name: string, value: string) => name === 'code' && /^\d+$/.test(value)
const longSecret = /\b(?:Bearer\s+)?[\w-]{32,}\b/g
const phoneNumber = /\+\d[\d ]{5,16}\d/g

/** `Blob` itself isn't part of every platform. */
const isBlob = (value: object): value is { type: string; size: number } =>
  'arrayBuffer' in value && 'type' in value && 'size' in value

const maxDepth = 12

const maskText = (name: string, text: string) =>
  secretNames.test(name) || isVerificationCode(name, text)
    ? text && maskSymbol
    : text.replace(longSecret, maskSymbol).replace(phoneNumber, maskSymbol)

/**
 * Plain copy of an inspected value with tokens, codes and phone numbers masked at any depth. Omits functions and
 * cycles.
 */
export function mask(value: unknown, name = '', ancestors: readonly object[] = []): unknown {
  if (typeof value === 'string') return maskText(name, value)
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.includes(value) || ancestors.length > maxDepth) return undefined
  const path = [...ancestors, value]
  if (Array.isArray(value)) return value.map((item) => mask(item, name, path))
  if (isBlob(value)) return `${value.type}, ${value.size} bytes`
  const source = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
  if (typeof source !== 'object' || source === null) return mask(source, name, path)
  return Object.fromEntries(Object.entries(source).map(([key, item]) => [key, mask(item, key, path)]))
}

type Inspect = NonNullable<ActorOptions<AnyActorLogic>['inspect']>

/** Actor fields with machine data: the snapshot, and the options with the input. */
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

/** Masks an inspection event. Snapshots and events become plain copies. */
function maskInspection(inspection: InspectionEvent): InspectionEvent {
  const { actorRef, rootId, type, ...data } = inspection
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

/** Masks every inspection event, since inspectors show them on screens and in logs. */
export function maskInspector(inspect: Inspect | undefined): Inspect | undefined {
  if (!inspect) return undefined
  return (inspected) => {
    const event = maskInspection(inspected)
    if (typeof inspect === 'function') inspect(event)
    else inspect.next?.(event)
  }
}
