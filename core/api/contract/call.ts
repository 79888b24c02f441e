import type * as v from 'valibot'

// biome-ignore lint/suspicious/noExplicitAny: valibot's own bound for "any synchronous schema"
export type Schema = v.GenericSchema<any, any>

/** Who may make a call: anyone, anyone (a token adds to the answer), a traveller, or an employee's token. */
export type Audience = 'anyone' | 'anyoneOrTraveller' | 'traveller' | 'operator'

/** What an employee is: the back office, who carries bags, or who works at a site. */
export const employeeRoles = ['operator', 'courier', 'site'] as const
export type EmployeeRole = (typeof employeeRoles)[number]

export type CallShape = {
  method: 'GET' | 'POST'
  /** Path below `/api`; parameters stand in braces, as in OpenAPI. */
  path: `/${string}`
  summary: string
  audience: Audience
  /** Of a call for employees: whose it is. Without them it is the back office's alone. */
  roles?: readonly EmployeeRole[]
  params?: Schema
  query?: Schema
  body?: Schema
  result: Schema
  /** The call needs an `Idempotency-Key` header: 128 random bits, kept 72 h by the server. */
  idempotent?: true
  /** A body that is no JSON: `image` is multipart/form-data with one part named `file`, `raw` is another's own. */
  bodyKind?: 'image' | 'raw'
  /** Headers beyond those of every call. */
  headers?: readonly { name: string; required: boolean; description: string }[]
  /** Codes beyond the general ones (1000–1015) that this call answers. */
  errors?: readonly number[]
}

/** Declares one call of the API. Client and server both read it: neither writes a path or a shape of its own. */
export const call = <const Shape extends CallShape>(shape: Shape): Shape => shape

type InputOf<T> = T extends Schema ? v.InferInput<T> : undefined
type OutputOf<T> = T extends Schema ? v.InferOutput<T> : undefined
type Has<Key extends string, T> = [T] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: T }

/** What a client gives to a call. */
export type CallRequest<Shape extends CallShape> = Has<'params', InputOf<Shape['params']>> &
  Has<'query', InputOf<Shape['query']>> &
  Has<'body', InputOf<Shape['body']>> &
  (Shape['idempotent'] extends true ? { idempotencyKey: string } : { idempotencyKey?: undefined })

/** What a client gets back. */
export type CallResult<Shape extends CallShape> = OutputOf<Shape['result']>

/** What a server's handler is given. */
export type CallInput<Shape extends CallShape> = {
  params: OutputOf<Shape['params']>
  query: OutputOf<Shape['query']>
  body: OutputOf<Shape['body']>
}
