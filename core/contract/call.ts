import type * as v from 'valibot'

// biome-ignore lint/suspicious/noExplicitAny: valibot's own bound for "any synchronous schema"
export type Schema = v.GenericSchema<any, any>

/** Allowed callers. `anyoneOrTraveller`: a token is optional and extends the result. */
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
  /** Roles allowed to make an employee call; defaults to the back office. */
  roles?: readonly EmployeeRole[]
  params?: Schema
  query?: Schema
  body?: Schema
  result: Schema
  /** Whether an `Idempotency-Key` header (128 random bits) is required or optional. The server stores it for 72 h. */
  idempotent?: true | 'optional'
  /**
   * A body other than JSON. `image`: multipart/form-data with one part named `file`. `raw`: the sender's own format.
   */
  bodyKind?: 'image' | 'raw'
  /** Max body size in bytes, if above the default. The caller is authorized before the body is read. */
  bodyLimit?: number
  headers?: readonly { name: string; required: boolean; description: string }[]
  /** Error codes beyond the general ones (1000–1015). */
  errors?: readonly number[]
}

/** Declares an API call, for client and server. */
export const call = <const Shape extends CallShape>(shape: Shape): Shape => shape

type Rest = Omit<CallShape, 'method' | 'path'>
type Path = CallShape['path']
/** Declares a reading call. */
export const getCall = <const P extends Path, const R extends Rest>(path: P, rest: R) =>
  call({ method: 'GET', path, ...rest })
/** Declares a call that changes data, or whose query needs a body. */
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

export type CallResult<Shape extends CallShape> = OutputOf<Shape['result']>

/** Input of a server's handler. */
export type CallInput<Shape extends CallShape> = {
  params: OutputOf<Shape['params']>
  query: OutputOf<Shape['query']>
  body: OutputOf<Shape['body']>
}
