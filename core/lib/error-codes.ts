import * as errorCodes from './error-code-list.ts'

export { errorCodes }

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes]
