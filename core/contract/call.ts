import type * as v from 'valibot'

// biome-ignore lint/suspicious/noExplicitAny: valibot's own bound for "any synchronous schema"
export type Schema = v.GenericSchema<any, any>

/** Who may make a call: anyone, anyone (a token adds to the answer), a traveller, or an employee. */
export type Audience = 'anyone' | 'anyoneOrTraveller' | 'traveller' | 'operator'

/** Back office, courier, or staff of a site. */
export const employeeRoles = ['operator', 'courier', 'site'] as const
export type EmployeeRole = (typeof employeeRoles)[number]

export type CallShape = {
  method: 'GET' | 'POST'
  /** Path below `/api`; parameters in braces, as in OpenAPI. */
  path: `/${string}`
  summary: string
  audience: Audience
  /** Roles of an employees' call; by default the back office alone. */
  roles?: readonly EmployeeRole[]
  params?: Schema
  query?: Schema
  body?: Schema
  result: Schema
  /** Whether the call needs or takes an `Idempotency-Key` header: 128 random bits, stored for 72 h by the server. */
  idempotent?: true | 'optional'
  /** A body other than JSON: `image` is multipart/form-data with one part named `file`, `raw` the sender's own format. */
  bodyKind?: 'image' | 'raw'
  /** Bytes of its largest body, where it is more than that of other calls. The caller is checked before it is read. */
  bodyLimit?: number
  /** Headers beyond those of every call. */
  headers?: readonly { name: string; required: boolean; description: string }[]
  /** Codes beyond the general ones (1000–1015) that this call returns. */
  errors?: readonly number[]
}

/** Declares one call of the API, for client and server. */
export const call = <const Shape extends CallShape>(shape: Shape): Shape => shape

type Rest = Omit<CallShape, 'method' | 'path'>
type Path = CallShape['path']
/** Declares a call that reads. */
export const getCall = <const P extends Path, const R extends Rest>(path: P, rest: R) =>
  call({ method: 'GET', path, ...rest })
/** Declares a call that changes something, or whose question is a body. */
export const postCall = <const P extends Path, const R extends Rest>(path: P, rest: R) =>
  call({ method: 'POST', path, ...rest })

type InputOf<T> = T extends Schema ? v.InferInput<T> : undefined
type OutputOf<T> = T extends Schema ? v.InferOutput<T> : undefined
type Has<Key extends string, T> = [T] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: T }

/** Input of a call on the client. */
export type CallRequest<Shape extends CallShape> = Has<'params', InputOf<Shape['params']>> &
  Has<'query', InputOf<Shape['query']>> &
  Has<'body', InputOf<Shape['body']>> &
  (Shape['idempotent'] extends true
    ? { idempotencyKey: string }
    : { idempotencyKey?: Shape['idempotent'] extends 'optional' ? string : undefined })

/** Result of a call on the client. */
export type CallResult<Shape extends CallShape> = OutputOf<Shape['result']>

/** Input of a server's handler. */
export type CallInput<Shape extends CallShape> = {
  params: OutputOf<Shape['params']>
  query: OutputOf<Shape['query']>
  body: OutputOf<Shape['body']>
}
