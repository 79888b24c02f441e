import * as contract from '@handsfree/core/contract'
import { type CallShape, employeeRoles, type Schema } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

const isCall = (value: unknown): value is CallShape =>
  typeof value === 'object' && value !== null && 'audience' in value && 'path' in value

const contractEntries: [string, unknown][] = Object.entries(contract)

export const calls: readonly [string, CallShape][] = contractEntries.filter(
  (entry): entry is [string, CallShape] => isCall(entry[1]),
)

const namedSchemas = Object.fromEntries(
  contractEntries.filter((entry): entry is [string, Schema] => isSchema(entry[1])),
)

const options = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const

const schemaOf = (schema: Schema): JsonSchema => {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...options, definitions: namedSchemas })
  return rest
}

/** Array parameters use bracket style. */
function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, options)
  return Object.entries(properties).map(([name, value]) => {
    const property: JsonSchema = typeof value === 'object' ? value : {}
    return {
      name: property.type === 'array' ? `${name}[]` : name,
      in: place,
      required: required.includes(name),
      schema: property,
    }
  })
}

const headersOf = ({ idempotent, headers = [] }: CallShape): Parameter[] => [
  ...(idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header' as const,
          required: idempotent === true,
          description:
            '128 random bits as 32 hex digits. Repeating the request within 72 h returns the same response.',
          schema: { type: 'string' as const, pattern: '^[0-9a-fA-F]{32}$' },
        },
      ]
    : []),
  ...headers.map((header) => ({ ...header, in: 'header' as const, schema: { type: 'string' as const } })),
]

const codeNames = new Map<number, string>(Object.entries(errorCodes).map(([name, code]) => [code, name]))

const envelope = (code: JsonSchema, result: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { code, message: { type: 'string' }, result },
  required: ['code', 'message', 'result'],
})

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function bodyOf({ body, bodyKind }: CallShape) {
  if (bodyKind === 'image') {
    const image = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: image } } } }
  }
  if (bodyKind === 'raw') return { requestBody: { required: true, content: { '*/*': {} } } }
  return body ? { requestBody: { required: true, content: json(schemaOf(body)) } } : {}
}

const security = {
  anyone: [],
  anyoneOrTraveller: [{}, { token: [] }],
  traveller: [{ token: [] }],
  operator: [{ operatorToken: [] }],
} as const

function operationOf(operationId: string, shape: CallShape) {
  const errors = (shape.errors ?? []).map((code) => `${code} ${codeNames.get(code) ?? ''}`.trim())
  const errorSummary = errors.length > 0 ? ` Error codes of this call: ${errors.join(', ')}.` : ''
  return {
    operationId,
    summary: shape.summary,
    ...(shape.audience === 'operator'
      ? { description: `Requires the role ${(shape.roles ?? ['operator']).join(' or ')}.` }
      : {}),
    tags: [shape.path.split('/')[1]],
    security: security[shape.audience],
    parameters: [
      ...parametersOf(shape.params, 'path'),
      ...parametersOf(shape.query, 'query'),
      ...headersOf(shape),
    ],
    ...bodyOf(shape),
    responses: {
      '200': { description: 'Success.', content: json(envelope({ const: 0 }, schemaOf(shape.result))) },
      default: {
        description: `Failure. Check \`code\`, not the HTTP status.${errorSummary}`,
        content: json({ $ref: '#/components/schemas/Refusal' }),
      },
    },
  }
}

/** The download of `exportAccount`, without an envelope. */
const download = {
  operationId: 'downloadAccount',
  summary:
    'Downloads the traveller’s data as a ZIP file, with the ticket from POST /account/export. Fails with 1002 (404) for an unknown, expired or used ticket, and with 1012 (429) after too many unknown tickets from one address.',
  tags: ['account'],
  security: [],
  parameters: parametersOf(v.object({ ticket: contract.LinkToken }), 'path'),
  responses: {
    '200': {
      description: 'The ZIP file.',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    },
    default: { description: 'Failure.', content: json({ $ref: '#/components/schemas/Refusal' }) },
  },
}

const pdfResponses = {
  '200': {
    description: 'The PDF file.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  },
  default: { description: 'Failure.', content: json({ $ref: '#/components/schemas/Refusal' }) },
}

/** A receipt, without an envelope. */
const receipt = {
  operationId: 'downloadReceipt',
  summary:
    'Downloads the receipt of one of the caller’s orders as PDF, in the language of `Accept-Language`. Fails with 5004 for another traveller’s order, with 1002 (404) before the first payment, and with 1012 (429) after too many concurrent requests.',
  tags: ['orders'],
  parameters: parametersOf(contract.getOrder.params, 'path'),
  responses: pdfResponses,
}

/** A credit note, without an envelope. */
const creditNote = {
  operationId: 'downloadCreditNote',
  summary:
    'Downloads the credit note of a completed refund as PDF, in the language of `Accept-Language`. Fails with 5004 for another traveller’s order, with 1002 (404) before the refund is done, and with 1012 (429) after too many concurrent requests.',
  tags: ['orders'],
  parameters: parametersOf(
    v.strictObject({ ...contract.getOrder.params.entries, refundId: contract.OrderRefund.entries.refundId }),
    'path',
  ),
  responses: pdfResponses,
}

const fileContent = { schema: { type: 'string', format: 'binary' } }

/** A file of an invoice, without an envelope. */
const invoiceFile = {
  operationId: 'downloadInvoice',
  summary:
    'Downloads a file of `getInvoice`, as an operator attached it: PDF or OFD. Fails with 5004 for another traveller’s order, and with 1002 (404) for an unknown file.',
  tags: ['orders'],
  parameters: parametersOf(
    v.strictObject({
      ...contract.getInvoice.params.entries,
      index: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
    }),
    'path',
  ),
  responses: {
    ...pdfResponses,
    '200': {
      description: 'The file.',
      content: { 'application/pdf': fileContent, 'application/ofd': fileContent },
    },
  },
}

const token = (description: string) => ({ type: 'apiKey', in: 'header', name: 'token', description })

export function buildOpenApi(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, shape] of calls) {
    paths[shape.path] = { ...paths[shape.path], [shape.method.toLowerCase()]: operationOf(name, shape) }
  }
  paths['/account/export/{ticket}'] = { get: download }
  paths['/orders/{orderId}/invoice/files/{index}'] = { get: invoiceFile }
  paths['/orders/{orderId}/receipt.pdf'] = { get: receipt }
  paths['/orders/{orderId}/refunds/{refundId}/credit-note.pdf'] = { get: creditNote }
  const codeList = [...codeNames].map(([code, name]) => `${code} ${name}`).join(', ')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Handsfree',
      version: '0.4.0',
      description:
        'Luggage delivery for travellers. Every response is an envelope of code, message and result. Send `Accept-Language` (en-US or zh-CN) with every call.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: {
        ...toJsonSchemaDefs(namedSchemas, options),
        Refusal: {
          ...envelope({ type: 'integer', description: codeList }, {}),
          description: 'The type of `result` depends on the call; null if it has no result.',
        },
      },
      securitySchemes: {
        token: token('`Bearer` and the token returned by POST /users.'),
        operatorToken: token(
          `\`Bearer\` and the token of an employee, whose role is ${employeeRoles.join(', ')}.`,
        ),
      },
    },
  }
}
